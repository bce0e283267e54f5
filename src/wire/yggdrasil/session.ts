// POST join, GET hasJoined, GET profile/{uuid}: game clients and servers, below /session and in the vendor's
// layout.

import type { FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import { groupsProperty } from '../../domain/community/groups-property.ts'
import type { Context } from '../../domain/context.ts'
import { hasJoinedWithTextures, join } from '../../domain/game/joins.ts'
import { playerWithTextures } from '../../domain/lookups/players.ts'
import { hasJoinedOrVisits, watchVisit } from '../../domain/neighbours/visit.ts'
import { acceptAnyBody } from '../../http/body/body.ts'
import type { ErrorTable } from '../../http/errors/error-table.ts'
import { forbidCaching } from '../../http/headers/no-store.ts'
import { protocolScope } from '../../http/paths/protocol-scope.ts'
import type { Routes } from '../../http/server/typed-fastify.ts'
import { type JoinRefusal, joinRefusals, serverRefusals } from '../../model/errors/refusal.ts'
import { type VisitRefusal, visitRefusals } from '../../model/errors/visit-refusal.ts'
import { keyOf } from '../servers/key-of.ts'
import { withNoForKeys } from '../servers/no-for-keys.ts'
import { isOfNorn } from '../servers/of-norn.ts'
import { yggdrasilErrors } from './errors.ts'
import { HasJoinedQuery, isTrue, JoinRequest, ProfileParams, ProfileQuery } from './requests.ts'
import { EmptyBody, type Property, profileAnswer, TexturesProfile, texturesProfile } from './responses.ts'
import { writeTexturesProfile } from './write-profile.ts'

type SessionRefusal =
  | JoinRefusal
  | 'join_unknown'
  | 'uuid_malformed'
  | (typeof serverRefusals)[number]
  | VisitRefusal

/** The differences between one set of session paths and another. */
export interface SessionLayout {
  /** The heading in the OpenAPI document. */
  title: string
  errors: ErrorTable<SessionRefusal>
  /** The status of an answer without a body. */
  emptyStatus: 200 | 204
  /** True if a profile is signed when `unsigned` is missing. */
  isSigned: boolean
  /** True below the root of one game server. */
  isBelowServer?: boolean
}

const nativeLayout: SessionLayout = {
  title: 'Session requests',
  errors: yggdrasilErrors,
  emptyStatus: 200,
  isSigned: true,
}

/** Registers the routes below the root of a game server: without join. */
export const serverSessionRoutes = (
  context: Context,
  layout = nativeLayout,
  extraProperties: readonly Property[] = [],
) => sessionRoutes(context, { ...layout, isBelowServer: true }, extraProperties)

/** Registers the session routes. Profiles have `extraProperties` after the textures. */
export const sessionRoutes =
  (context: Context, layout = nativeLayout, extraProperties: readonly Property[] = []) =>
  async (app: Routes) => {
    const { title, errors, isBelowServer = false } = layout
    const refuses = protocolScope(app, { title, errors })
    acceptAnyBody(app)
    forbidCaching(app)

    if (!isBelowServer) joinRoute(app, context, layout, refuses)

    app.register(async (inner) => hasJoinedRoute(inner, context, layout))

    app.get(
      '/profile/:uuid',
      {
        schema: {
          summary: 'The textures profile of a UUID',
          params: ProfileParams,
          querystring: ProfileQuery,
          response: { 200: TexturesProfile, 204: EmptyBody('No such profile.') },
        },
        serializerCompiler: writeTexturesProfile,
        config: refuses(
          'parameters_missing',
          'uuid_malformed',
          ...(isBelowServer ? (['neighbour_unsure'] as const) : []),
        ),
      },
      async ({ params, query: { unsigned }, ip, lookupPlace }, reply) => {
        const signed = unsigned === undefined ? layout.isSigned : !isTrue(unsigned)
        const found = await playerWithTextures(context, params.uuid, lookupPlace, { signed, address: ip })
        if (!found) return reply.code(204).send()
        if ('properties' in found) return { ...profileAnswer(found), properties: found.properties }
        return texturesProfile(found, extraProperties)
      },
    )
  }

/** In a scope of its own, since below the root of a game server its words for an unknown key are others. */
function hasJoinedRoute(
  app: Routes,
  context: Context,
  { title, errors, isBelowServer }: SessionLayout,
): void {
  const refuses = protocolScope(app, { title, errors: isBelowServer ? withNoForKeys(errors) : errors })
  const isNoContent = errors.own.join_unknown.status === 204
  const { neighbours } = context.config
  const find = isBelowServer && neighbours === 'on' ? hasJoinedOrVisits : hasJoinedWithTextures
  app.get(
    '/hasJoined',
    {
      schema: {
        summary: 'A game server asks whether a player has joined',
        querystring: HasJoinedQuery,
        response: {
          200: TexturesProfile,
          ...(isNoContent && { 204: EmptyBody('Nobody of that name has joined this server.') }),
        },
      },
      serializerCompiler: writeTexturesProfile,
      ...(isBelowServer && neighbours === 'watch' && { onResponse: watching(context) }),
      config: {
        isEvent: true,
        step: 'hasJoined',
        ...refuses(
          'parameters_missing',
          'join_unknown',
          ...(isBelowServer ? [...serverRefusals, ...visitRefusals] : []),
        ),
      },
    },
    async (request) => {
      const { query, method, ip } = request
      const at = isBelowServer ? { key: keyOf(request), address: ip, isOfNorn: isOfNorn(request) } : undefined
      const asked = { ...query, ip: query.ip, isPeek: method === 'HEAD', at }
      const joined = await find(context, asked, { signed: true, address: ip })
      request.about = joined
      request.gameServer = joined.server
      if ('properties' in joined) {
        request.neighbour = joined.neighbour
        return { ...profileAnswer(joined), properties: joined.properties }
      }
      const { groups, server } = joined
      if (!groups || server === undefined) return texturesProfile(joined)
      return texturesProfile(joined, [await groupsProperty(context, joined, { groups, server })])
    },
  )
}

/** Asks neighbours about a join that was refused, once the answer has gone out. */
const watching = (context: Context) => (request: FastifyRequest, _reply: unknown, done: () => void) => {
  const { username, serverId, ip } = request.query as Static<typeof HasJoinedQuery>
  const at = { key: keyOf(request), address: request.ip, isOfNorn: isOfNorn(request) }
  const asked = { username, serverId, ip, isPeek: request.method === 'HEAD', at }
  if (request.refused) void watchVisit(context, asked, request.refused)
  done()
}

type Refuses = ReturnType<typeof protocolScope<SessionRefusal>>

function joinRoute(app: Routes, context: Context, { emptyStatus }: SessionLayout, refuses: Refuses): void {
  app.post(
    '/join',
    {
      schema: {
        summary: 'A game client joins a server',
        body: JoinRequest,
        response: { [emptyStatus]: EmptyBody('Joined.') },
      },
      config: { step: 'join', ...refuses(...joinRefusals) },
    },
    async (request, reply) => {
      const { accessToken, selectedProfile: sent, serverId } = request.body
      const selectedProfile = typeof sent === 'string' ? sent : sent.id
      request.about = await join(context, { accessToken, selectedProfile, serverId, address: request.ip })
      return reply.code(emptyStatus).send()
    },
  )
}
