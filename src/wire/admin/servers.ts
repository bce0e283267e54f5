// /servers: game servers with a root of their own, as "norn server" has them.
import { Type } from 'typebox'
import { removeServer } from '../../domain/community/removed-servers.ts'
import { defaultGraceMs, rotateServer, shownRoot } from '../../domain/community/server-keys.ts'
import { addServer, findServer, listServers, pauseServer, setServer } from '../../domain/community/servers.ts'
import { isoTime } from '../../lib/text/instant.ts'
import { groupNamePattern } from '../../model/community/group.ts'
import { serverFields } from '../../model/fields/server.ts'
import { shownRootedServer, shownServer } from '../../present/server.ts'
import { type AdminApi, actorOf, Closed, created, Instant, mayReadSecrets, Nullable, word } from './api.ts'
import { answeredFields, givenFields } from './fields.ts'
import { Lasting, readLasting } from './instant.ts'
import { pageOfAll } from './lists.ts'

const server = {
  name: Type.String({ pattern: groupNamePattern }),
  ...answeredFields(serverFields),
  paused: Type.Boolean(),
  lastAskedAt: Nullable(Instant),
}
const Root = Type.String({ description: 'Without its key for a read-only token.' })
const ServerAnswer = Type.Object(server)
const ServerDetails = Type.Object({ ...server, root: Root })
const Rotated = Type.Object({ name: Type.String(), root: Root, until: Instant })

const fields = givenFields(serverFields)
const NewServer = Closed({ name: Type.String({ minLength: 1 }), ...fields })
const Changes = Closed(fields)
const Grace = Closed({ grace: Type.Optional(Lasting) })
const ServerParams = Type.Object({ name: Type.String({ description: 'The name of the game server.' }) })
const ofFields = ['malformed', 'unknown', 'too_many'] as const

export function serverRoutes({ app, context, reads, lists, changes, ends, creates }: AdminApi): void {
  app.get('/servers', lists('The game servers, by name', ServerAnswer), async ({ query }) =>
    pageOfAll(query, 'name', await listServers(context), shownServer),
  )

  app.get(
    '/servers/:name',
    reads('A game server', ServerDetails, ['unknown'], { params: ServerParams }),
    async (request) => {
      const found = await findServer(context, word(request.params.name))
      const root = mayReadSecrets(request) ? await shownRoot(context, found.id) : `${context.baseUrl()}/at/…`
      return shownRootedServer({ server: found, root })
    },
  )

  app.post(
    '/servers',
    creates('Adds a game server', ServerDetails, ['taken', ...ofFields], {
      body: NewServer,
    }),
    (request, reply) =>
      created(context, request, reply, shownRootedServer, (by, keep) => {
        return addServer(context, by, request.body, keep)
      }),
  )

  app.patch(
    '/servers/:name',
    changes('Changes a game server', ServerAnswer, ofFields, {
      params: ServerParams,
      body: Changes,
    }),
    async (request) => {
      const name = word(request.params.name)
      return shownServer(await setServer(context, actorOf(request), name, request.body))
    },
  )

  for (const [action, isPaused, summary] of [
    ['pause', true, 'Lets nobody join a game server'],
    ['resume', false, 'Lets players join it again'],
  ] as const) {
    app.post(
      `/servers/:name/${action}`,
      changes(summary, ServerAnswer, ['unknown'], { params: ServerParams }),
      async (request) =>
        shownServer(await pauseServer(context, actorOf(request), word(request.params.name), isPaused)),
    )
  }

  app.post(
    '/servers/:name/rotate',
    changes('Gives a game server a new root', Rotated, ['unknown', 'malformed'], {
      description: 'The old root works for another `grace`, by default a day.',
      params: ServerParams,
      body: Grace,
    }),
    async (request) => {
      const name = word(request.params.name)
      const { grace } = request.body
      const graceMs = grace === undefined ? defaultGraceMs : readLasting(grace, 'grace')
      const { root, until } = await rotateServer(context, actorOf(request), name, graceMs)
      return { name, root, until: isoTime(until) }
    },
  )

  app.delete(
    '/servers/:name',
    ends('Removes a game server and its roots. It can be undone for an hour', 'It is gone.', ['unknown'], {
      params: ServerParams,
    }),
    (request) => removeServer(context, actorOf(request), word(request.params.name)),
  )
}
