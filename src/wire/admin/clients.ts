// /clients: OAuth 2.0 clients, as "norn client" has them.
import { Type } from 'typebox'
import { changeClient } from '../../domain/oauth/change-client.ts'
import {
  createClient,
  listClients,
  type MadeClient,
  renewSecret,
  showClient,
} from '../../domain/oauth/clients.ts'
import { deleteClient } from '../../domain/oauth/deleted-clients.ts'
import { clientFields, newClientFields } from '../../model/fields/client.ts'
import { shownClient, shownClientDetails } from '../../present/client.ts'
import { type AdminApi, actorOf, Closed, created, Instant, word } from './api.ts'
import { answeredFields, givenFields, newFields } from './fields.ts'
import { pageOfAll } from './lists.ts'

const { id_token_alg, pkce, ...listed } = answeredFields(newClientFields)
const client = { client_id: Type.String(), ...listed }
const ClientAnswer = Type.Object(client)
const ClientDetails = Type.Object({
  ...client,
  id_token_alg,
  pkce,
  createdAt: Instant,
  grants: Type.Integer({ description: 'The number of people’s consents in force.' }),
})
const ClientParams = Type.Object({ id: Type.String({ description: 'The client_id.' }) })
const ofFields = ['malformed', 'unknown', 'too_many'] as const
const onlyOnce = 'Of a confidential one, this once.'

const NewClient = Closed(newFields(newClientFields))
const Changes = Closed(givenFields(clientFields))

export function clientRoutes({ app, context, reads, lists, changes, ends, creates }: AdminApi): void {
  app.get('/clients', lists('The applications, by client_id', ClientAnswer), async ({ query }) =>
    pageOfAll(query, 'clientId', await listClients(context), shownClient),
  )

  app.get(
    '/clients/:id',
    reads('An application', ClientDetails, ['unknown'], { params: ClientParams }),
    async ({ params }) => shownClientDetails(await showClient(context, word(params.id))),
  )

  app.post(
    '/clients',
    creates(
      'Registers an application',
      Type.Object({
        ...client,
        client_secret: Type.Optional(Type.String({ description: onlyOnce })),
      }),
      ofFields,
      { body: NewClient },
    ),
    (request, reply) =>
      created(
        context,
        request,
        reply,
        ({ client, secret }: MadeClient) => ({
          ...shownClient(client),
          ...(secret !== undefined && { client_secret: secret }),
        }),
        (by, keep) => createClient(context, by, request.body, keep),
      ),
  )

  app.patch(
    '/clients/:id',
    changes('Changes an application', ClientAnswer, ofFields, {
      description: 'Its id, secret and consents stay. Lists replace those before.',
      params: ClientParams,
      body: Changes,
    }),
    async (request) => {
      const { params, body } = request
      return shownClient(await changeClient(context, actorOf(request), word(params.id), body))
    },
  )

  app.post(
    '/clients/:id/secret',
    changes(
      'Makes a new secret for an application',
      Type.Object({ client_id: Type.String(), client_secret: Type.String() }),
      ['unknown'],
      { params: ClientParams },
    ),
    async (request) => {
      const { id } = request.params
      const client_secret = await renewSecret(context, actorOf(request), word(id))
      return { client_id: id, client_secret }
    },
  )

  app.delete(
    '/clients/:id',
    ends(
      'Deletes an application and ends all its tokens. It can be undone for an hour',
      'It is gone.',
      ['unknown'],
      {
        params: ClientParams,
      },
    ),
    (request) => deleteClient(context, actorOf(request), word(request.params.id)),
  )
}
