// /neighbours: other account services, as "norn neighbour" has them.
import { Type } from 'typebox'
import type { Context } from '../../domain/context.ts'
import { neighbourHealth } from '../../domain/figures/neighbour-figures.ts'
import { type NewNeighbourClient, newClient } from '../../domain/linking/client.ts'
import { testNeighbour } from '../../domain/neighbours/ask.ts'
import { confirmKeys, neighbourKeys } from '../../domain/neighbours/keys.ts'
import { listedNames, listName, unlistName } from '../../domain/neighbours/listed.ts'
import {
  addNeighbour,
  findNeighbour,
  listNeighbours,
  pauseNeighbour,
  removeNeighbour,
  setNeighbour,
} from '../../domain/neighbours/neighbours.ts'
import { placeOf } from '../../domain/neighbours/place.ts'
import { vendorHosts } from '../../http/paths/vendor-words.ts'
import { Refused } from '../../model/errors/refusal.ts'
import { neighbourFields, newNeighbourFields } from '../../model/fields/neighbour.ts'
import {
  shownKeys,
  shownListed,
  shownNeighbour,
  shownRedirectUri,
  shownTest,
  shownWithHealth,
} from '../../present/neighbour.ts'
import { type AdminApi, actorOf, Closed, created, Nullable, word } from './api.ts'
import { givenFields, newFields } from './fields.ts'
import { pageOfAll } from './lists.ts'
import {
  KeysAnswer,
  ListedNeighbour,
  NeighbourAnswer,
  NeighbourDetails,
  Outcome,
} from './neighbour-answers.ts'

const ListedParams = Type.Object({
  id: Type.String({ description: 'The id of the neighbour.' }),
  name: Type.String({ description: 'The name of the player there.' }),
})
const ListedQuery = Type.Object({
  server: Type.Optional(
    Type.String({ maxLength: 32, description: 'The name of a game server, for that one only.' }),
  ),
})
const toList = ['unknown', 'malformed'] as const

const NewNeighbour = Closed({ id: Type.String({ minLength: 1 }), ...newFields(newNeighbourFields) })
const Changes = Closed({
  ...givenFields(neighbourFields),
  clientId: Type.Optional(
    Nullable(Type.String({ minLength: 1, description: 'Null forgets the client and its secret.' })),
  ),
  clientSecret: Type.Optional(Type.String({ minLength: 1, description: 'It is never shown.' })),
})
const Question = Closed({ name: Type.Optional(Type.String({ minLength: 1 })) })
const NeighbourParams = Type.Object({ id: Type.String({ description: 'The id of the neighbour.' }) })

/**
 * Returns the client that a request gives, null to forget the current one, undefined to leave it. Throws Refused
 * `neighbour_client_malformed`, `unknown`, and what `newClient` throws.
 */
async function clientIn(
  context: Context,
  id: string,
  clientId: string | null | undefined,
  secret: string | undefined,
): Promise<NewNeighbourClient | null | undefined> {
  if (clientId === undefined && secret === undefined) return undefined
  if (clientId !== null) return newClient(context, await findNeighbour(context, id), { clientId, secret })
  if (secret !== undefined) throw new Refused('neighbour_client_malformed')
  return null
}

export function neighbourRoutes({ app, context, reads, lists, changes, creates, ends }: AdminApi): void {
  app.get('/neighbours', lists('The neighbours, by id', ListedNeighbour), async ({ query }) => {
    const [neighbours, healthOf] = [await listNeighbours(context), await neighbourHealth(context)]
    return pageOfAll(query, 'id', neighbours, (one) => shownWithHealth(one, healthOf(one.id)))
  })

  app.get(
    '/neighbours/:id',
    reads('A neighbour', NeighbourDetails, ['unknown'], { params: NeighbourParams }),
    async ({ params }) => {
      const id = word(params.id)
      const [neighbour, healthOf] = [await findNeighbour(context, id), await neighbourHealth(context)]
      const redirectUri = shownRedirectUri(context, neighbour)
      const [listed, keys] = [await listedNames(context, id), await neighbourKeys(context, id)]
      const shown = { ...shownWithHealth(neighbour, healthOf(id)), redirectUri }
      return { ...shown, listed: shownListed(listed), keys: shownKeys(keys) }
    },
  )

  app.put(
    '/neighbours/:id/names/:name',
    ends('Lists a name: the player whom the neighbour calls so may join', 'The name is listed.', toList, {
      params: ListedParams,
      querystring: ListedQuery,
    }),
    async (request) => {
      const { params, query } = request
      await listName(context, actorOf(request), word(params.id), { name: params.name, server: query.server })
    },
  )

  app.delete(
    '/neighbours/:id/names/:name',
    ends('Ends the listing of a name', 'The name is not listed.', toList, {
      params: ListedParams,
      querystring: ListedQuery,
    }),
    async (request) => {
      const { params, query } = request
      await unlistName(context, actorOf(request), word(params.id), {
        name: params.name,
        server: query.server,
      })
    },
  )

  app.post(
    '/neighbours',
    creates('Adds a neighbour', NeighbourAnswer, ['taken', 'too_many'], {
      description: 'The metadata of an authlib-injector root is read first.',
      body: NewNeighbour,
    }),
    (request, reply) =>
      created(context, request, reply, shownNeighbour, async (by, keep) => {
        const { id, ...given } = request.body
        const found = await placeOf(context, given, vendorHosts)
        const isAccepted = given.acceptHosts || found.kind !== 'authlib-injector'
        const place = isAccepted ? found : { ...found, textureHosts: [] }
        return addNeighbour(context, by, { ...given, id, place }, keep)
      }),
  )

  app.patch(
    '/neighbours/:id',
    changes('Changes a neighbour', NeighbourAnswer, ['unknown', 'malformed'], {
      description: 'With a client, the OpenID discovery document that the metadata names is read first.',
      params: NeighbourParams,
      body: Changes,
    }),
    async (request) => {
      const id = word(request.params.id)
      const { clientId, clientSecret, ...given } = request.body
      const client = await clientIn(context, id, clientId, clientSecret)
      return shownNeighbour(await setNeighbour(context, actorOf(request), id, { ...given, client }))
    },
  )

  app.post(
    '/neighbours/:id/confirm-key',
    changes('Trusts the changed keys of a neighbour', KeysAnswer, ['unknown'], {
      params: NeighbourParams,
    }),
    async (request) => {
      const id = word(request.params.id)
      return { id, keys: shownKeys(await confirmKeys(context, actorOf(request), id)) }
    },
  )

  for (const [action, isPaused, summary] of [
    ['pause', true, 'Stops asking a neighbour'],
    ['resume', false, 'Asks it again'],
  ] as const) {
    app.post(
      `/neighbours/:id/${action}`,
      changes(summary, NeighbourAnswer, ['unknown'], { params: NeighbourParams }),
      async (request) =>
        shownNeighbour(await pauseNeighbour(context, actorOf(request), word(request.params.id), isPaused)),
    )
  }

  app.post(
    '/neighbours/:id/test',
    changes('Asks a neighbour which player has a name', Outcome, ['unknown', 'malformed'], {
      description: 'Changes nothing. `unsure` means that it has not answered as it should.',
      params: NeighbourParams,
      body: Question,
    }),
    async ({ params, body: { name = 'Norn_test' } }) =>
      shownTest(await testNeighbour(context.neighbours, await findNeighbour(context, word(params.id)), name)),
  )

  app.delete(
    '/neighbours/:id',
    ends(
      'Removes a neighbour, also from the game servers that name it. It can be undone for an hour',
      'It is gone.',
      ['unknown'],
      { params: NeighbourParams },
    ),
    (request) => removeNeighbour(context, actorOf(request), word(request.params.id)),
  )
}
