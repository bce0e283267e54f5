// POST join, GET hasJoined, GET profile/{uuid} as the vendor's own hosts answer them: V1, J1, J2.
import { hasJoined, join } from '../../domain/joins.ts'
import { profile } from '../../domain/profiles.ts'
import type { Services } from '../../domain/services.ts'
import { vendorErrors } from '../../protocol/vendor/errors.ts'
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

/**
 * Below `/session/{game}`, and once more at the authlib-injector root, where profiles bear the properties
 * that it knows besides the textures.
 */
export const vendorSessionRoutes =
  (services: Services, also: readonly Property[] = []) =>
  async (app: Routes) => {
    groupRoutes(app, { title: "Session requests, the vendor's layout", errors: vendorErrors })
    acceptAnyBody(app)
    forbidCaching(app)

    app.post(
      '/join',
      {
        schema: {
          summary: 'A game client joins a server',
          body: JoinRequest,
          response: { 204: Nothing('Joined.') },
        },
        config: { refusals: joinRefusals },
      },
      async (request, reply) => {
        const { accessToken, selectedProfile, serverId } = request.body
        request.about = await join(services, { accessToken, selectedProfile, serverId, address: request.ip })
        return reply.code(204).send()
      },
    )

    app.get(
      '/hasJoined',
      {
        schema: {
          summary: 'A game server asks whether a player has joined',
          querystring: HasJoinedQuery,
          response: { 200: TexturesProfile, 204: Nothing('Nobody of that name has joined this server.') },
        },
        config: { isEvent: true, refusals: ['parameters_missing'] },
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
      async ({ params, query }, reply) => {
        const found = await profile(services, params.uuid)
        if (!found) return reply.code(204).send()
        const signed = query.unsigned !== undefined && !isTrue(query.unsigned)
        return texturesProfile(found, await services.texturesProperties.of(found, signed), also)
      },
    )
  }
