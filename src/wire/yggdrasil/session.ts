// POST join, GET hasJoined, GET profile/{uuid}: game clients and servers, below /session and in the vendor's layout.

import type { Context } from '../../domain/context.ts'
import { hasJoinedWithTextures, join } from '../../domain/game/joins.ts'
import { profileByUuid, withTextures } from '../../domain/game/profiles.ts'
import { acceptAnyBody } from '../../http/body/body.ts'
import type { ErrorTable } from '../../http/errors/error-table.ts'
import { forbidCaching } from '../../http/headers/no-store.ts'
import { protocolScope } from '../../http/paths/protocol-scope.ts'
import type { Routes } from '../../http/server/typed-fastify.ts'
import { type JoinRefusal, joinRefusals } from '../../model/refusal.ts'
import { yggdrasilErrors } from './errors.ts'
import { HasJoinedQuery, isTrue, JoinRequest, ProfileParams, ProfileQuery } from './requests.ts'
import { EmptyBody, type Property, TexturesProfile, texturesProfile } from './responses.ts'

/** What one set of paths says differently from another. */
export interface SessionLayout {
  /** How the document heads them. */
  title: string
  errors: ErrorTable<JoinRefusal | 'join_unknown' | 'uuid_malformed'>
  /** Of an answer without a body. */
  emptyStatus: 200 | 204
  /** Whether a profile is signed that `unsigned` says nothing about. */
  isSigned: boolean
}

const nativeLayout: SessionLayout = {
  title: 'Session requests',
  errors: yggdrasilErrors,
  emptyStatus: 200,
  isSigned: true,
}

/** `extraProperties`: what profiles bear beside the textures. */
export const sessionRoutes =
  (context: Context, layout = nativeLayout, extraProperties: readonly Property[] = []) =>
  async (app: Routes) => {
    const { title, errors, emptyStatus } = layout
    const refuses = protocolScope(app, { title, errors })
    acceptAnyBody(app)
    forbidCaching(app)

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

    const isNoContent = errors.own.join_unknown.status === 204
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
        config: { isEvent: true, step: 'hasJoined', ...refuses('parameters_missing', 'join_unknown') },
      },
      async (request) => {
        const { query, method, ip } = request
        const asked = { ...query, ip: query.ip, isPeek: method === 'HEAD' }
        const joined = await hasJoinedWithTextures(context, asked, { signed: true, address: ip })
        request.about = joined
        return texturesProfile(joined)
      },
    )

    app.get(
      '/profile/:uuid',
      {
        schema: {
          summary: 'The textures profile of a UUID',
          params: ProfileParams,
          querystring: ProfileQuery,
          response: { 200: TexturesProfile, 204: EmptyBody('No such profile.') },
        },
        config: refuses('parameters_missing', 'uuid_malformed'),
      },
      async ({ params, query: { unsigned }, ip }, reply) => {
        const found = await profileByUuid(context, params.uuid)
        if (!found) return reply.code(204).send()
        const signed = unsigned === undefined ? layout.isSigned : !isTrue(unsigned)
        return texturesProfile(await withTextures(context, found, { signed, address: ip }), extraProperties)
      },
    )
  }
