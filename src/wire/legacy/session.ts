// GET /session/legacy/join, GET /session/legacy/hasJoined: game versions before 1.7.2. Answers are lines of text.

import type { Context } from '../../domain/context.ts'
import { hasJoined, join } from '../../domain/game/joins.ts'
import { forbidCaching } from '../../http/headers/no-store.ts'
import { protocolScope } from '../../http/paths/protocol-scope.ts'
import type { Routes } from '../../http/server/typed-fastify.ts'
import { joinRefusals, serverRefusals } from '../../model/errors/refusal.ts'
import { keyOf } from '../servers/key-of.ts'
import { withNoForKeys } from '../servers/no-for-keys.ts'
import { legacyErrors } from './errors.ts'
import { LegacyHasJoinedQuery, LegacyJoinQuery, readSessionId } from './requests.ts'
import { HasJoined, Joined } from './responses.ts'

/** Registers only hasJoined, for the root of a game server. */
export const legacyServerRoutes = (context: Context) => legacyRoutes(context, true)

export const legacySessionRoutes = (context: Context) => legacyRoutes(context, false)

const legacyRoutes = (context: Context, isBelowServer: boolean) => async (app: Routes) => {
  const errors = isBelowServer ? withNoForKeys(legacyErrors) : legacyErrors
  const refuses = protocolScope(app, { title: 'Session requests of old game versions', errors })
  forbidCaching(app)
  app.addHook('onRequest', (_request, reply, done) => {
    reply.type('text/plain; charset=utf-8')
    done()
  })

  if (!isBelowServer) joinRoute(app, context, refuses)

  app.get(
    '/hasJoined',
    {
      schema: {
        summary: 'A game server asks whether a player has joined',
        querystring: LegacyHasJoinedQuery,
        response: { 200: HasJoined },
      },
      config: {
        isEvent: true,
        step: 'hasJoined',
        ...refuses('parameters_missing', 'join_unknown', ...(isBelowServer ? serverRefusals : [])),
      },
    },
    async (request, reply) => {
      const { user, serverId } = request.query
      const isPeek = request.method === 'HEAD'
      const at = isBelowServer ? { key: keyOf(request), address: request.ip } : undefined
      const joined = await hasJoined(context, { username: user, serverId, ip: undefined, isPeek, at })
      request.about = joined
      request.gameServer = joined.server
      return reply.send('YES')
    },
  )
}

type Refuses = ReturnType<typeof protocolScope<keyof typeof legacyErrors.own>>

function joinRoute(app: Routes, context: Context, refuses: Refuses): void {
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
}
