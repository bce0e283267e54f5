// POST join, GET hasJoined, GET profile/{uuid}: game clients and servers, below /session and in the vendor's layout.
import { hasJoined, join } from '../../domain/joins.ts'
import { profile } from '../../domain/profiles.ts'
import type { Services } from '../../domain/services.ts'
import type { WireErrors } from '../../protocol/wire-error.ts'
import { yggdrasilErrors } from '../../protocol/yggdrasil/errors.ts'
import {
  HasJoinedQuery,
  isTrue,
  JoinRequest,
  ProfileParams,
  ProfileQuery,
} from '../../protocol/yggdrasil/requests.ts'
import {
  Nothing,
  type Property,
  TexturesProfile,
  texturesProfile,
} from '../../protocol/yggdrasil/responses.ts'
import { acceptAnyBody } from '../body.ts'
import { groupRoutes } from '../group.ts'
import { joinRefusals } from '../join-refusals.ts'
import { forbidCaching } from '../no-store.ts'
import type { Routes } from '../schema.ts'

/** What one set of paths says differently from another. */
export interface SessionLayout {
  /** How the document heads them. */
  title: string
  errors: WireErrors
  /** Of an answer that has nothing to say. */
  nothing: 200 | 204
  /** Whether a profile is signed that `unsigned` says nothing about. */
  isSigned: boolean
}

const ownLayout: SessionLayout = {
  title: 'Session requests',
  errors: yggdrasilErrors,
  nothing: 200,
  isSigned: true,
}

/** `also`: properties that profiles bear besides the textures. */
export const sessionRoutes =
  (services: Services, layout = ownLayout, also: readonly Property[] = []) =>
  async (app: Routes) => {
    const { title, errors, nothing } = layout
    groupRoutes(app, { title, errors })
    acceptAnyBody(app)
    forbidCaching(app)

    app.post(
      '/join',
      {
        schema: {
          summary: 'A game client joins a server',
          body: JoinRequest,
          response: { [nothing]: Nothing('Joined.') },
        },
        config: { refusals: joinRefusals },
      },
      async (request, reply) => {
        const { accessToken, selectedProfile, serverId } = request.body
        request.about = await join(services, { accessToken, selectedProfile, serverId, address: request.ip })
        return reply.code(nothing).send()
      },
    )

    const isNothing = errors.join_unknown.status === 204
    app.get(
      '/hasJoined',
      {
        schema: {
          summary: 'A game server asks whether a player has joined',
          querystring: HasJoinedQuery,
          response: {
            200: TexturesProfile,
            ...(isNothing && { 204: Nothing('Nobody of that name has joined this server.') }),
          },
        },
        config: {
          isEvent: true,
          refusals: isNothing ? ['parameters_missing'] : ['parameters_missing', 'join_unknown'],
        },
      },
      async (request) => {
        const { query, method } = request
        const joined = await hasJoined(services, { ...query, ip: query.ip, isPeek: method === 'HEAD' })
        request.about = joined.id
        return texturesProfile(joined, await services.texturesProperties.of(joined, true))
      },
    )

    app.get(
      '/profile/:uuid',
      {
        schema: {
          summary: 'The textures profile of a UUID',
          params: ProfileParams,
          querystring: ProfileQuery,
          response: { 200: TexturesProfile, 204: Nothing('No such profile.') },
        },
        config: { refusals: ['parameters_missing', 'uuid_malformed'] },
      },
      async ({ params, query: { unsigned } }, reply) => {
        const found = await profile(services, params.uuid)
        if (!found) return reply.code(204).send()
        const isSigned = unsigned === undefined ? layout.isSigned : !isTrue(unsigned)
        return texturesProfile(found, await services.texturesProperties.of(found, isSigned), also)
      },
    )
  }
