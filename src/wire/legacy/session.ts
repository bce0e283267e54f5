// GET /session/legacy/join, GET /session/legacy/hasJoined: game versions below 1.7.2. Answers are lines of text.

import type { Context } from '../../domain/context.ts'
import { hasJoined, join } from '../../domain/game/joins.ts'
import { forbidCaching } from '../../http/headers/no-store.ts'
import { protocolScope } from '../../http/paths/protocol-scope.ts'
import type { Routes } from '../../http/server/typed-fastify.ts'
import { joinRefusals } from '../../model/refusal.ts'
import { legacyErrors } from './errors.ts'
import { LegacyHasJoinedQuery, LegacyJoinQuery, readSessionId } from './requests.ts'
import { HasJoined, Joined } from './responses.ts'

export const legacySessionRoutes = (context: Context) => async (app: Routes) => {
  const refuses = protocolScope(app, { title: 'Session requests of old game versions', errors: legacyErrors })
  forbidCaching(app)
  app.addHook('onRequest', (_request, reply, done) => {
    reply.type('text/plain; charset=utf-8')
    done()
  })

  app.get(
    '/join',
    {
      schema: {
        summary: 'A game client joins a server',
        querystring: LegacyJoinQuery,
        response: { 200: Joined },
      },
      config: { isEvent: true, step: 'join', ...refuses(...joinRefusals) },
    },
    async (request, reply) => {
      const { user, sessionId, serverId } = request.query
      const { accessToken, uuid = user } = readSessionId(sessionId)
      request.about = await join(context, {
        accessToken,
        selectedProfile: uuid,
        username: user,
        serverId,
        address: request.ip,
        isPeek: request.method === 'HEAD',
      })
      return reply.send('OK')
    },
  )

  app.get(
    '/hasJoined',
    {
      schema: {
        summary: 'A game server asks whether a player has joined',
        querystring: LegacyHasJoinedQuery,
        response: { 200: HasJoined },
      },
      config: { isEvent: true, step: 'hasJoined', ...refuses('parameters_missing', 'join_unknown') },
    },
    async (request, reply) => {
      const { user, serverId } = request.query
      const isPeek = request.method === 'HEAD'
      const joined = await hasJoined(context, { username: user, serverId, ip: undefined, isPeek })
      request.about = joined
      return reply.send('YES')
    },
  )
}
