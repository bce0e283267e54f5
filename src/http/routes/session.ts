// POST /session/join, GET /session/hasJoined, GET /session/profile/{uuid}: game clients and servers.
import { hasJoined, join } from '../../domain/joins.ts'
import { profile } from '../../domain/profiles.ts'
import type { Services } from '../../domain/services.ts'
import { yggdrasilErrors } from '../../protocol/yggdrasil/errors.ts'
import {
  HasJoinedQuery,
  isTrue,
  JoinRequest,
  ProfileParams,
  ProfileQuery,
} from '../../protocol/yggdrasil/requests.ts'
import { Nothing, TexturesProfile, texturesProfile } from '../../protocol/yggdrasil/responses.ts'
import { acceptAnyBody } from '../body.ts'
import { errorHandler } from '../errors.ts'
import { forbidCaching } from '../no-store.ts'
import type { Routes } from '../schema.ts'

export const sessionRoutes = (services: Services) => async (app: Routes) => {
  app.setErrorHandler(errorHandler(yggdrasilErrors))
  acceptAnyBody(app)
  forbidCaching(app)

  app.post('/join', { schema: { body: JoinRequest } }, async ({ body, ip }, reply) => {
    const { accessToken, selectedProfile, serverId } = body
    await join(services, { accessToken, selectedProfile, serverId, address: ip })
    return reply.send()
  })

  app.get(
    '/hasJoined',
    {
      schema: { querystring: HasJoinedQuery, response: { 200: TexturesProfile } },
      config: { isEvent: true },
    },
    async ({ query, method }) => {
      const joined = await hasJoined(services, { ...query, ip: query.ip, isPeek: method === 'HEAD' })
      return texturesProfile(joined, await services.texturesProperties.of(joined, true))
    },
  )

  app.get(
    '/profile/:uuid',
    {
      schema: {
        params: ProfileParams,
        querystring: ProfileQuery,
        response: { 200: TexturesProfile, 204: Nothing('No such profile.') },
      },
    },
    async ({ params, query }, reply) => {
      const found = await profile(services, params.uuid)
      if (!found) return reply.code(204).send()
      return texturesProfile(found, await services.texturesProperties.of(found, !isTrue(query.unsigned)))
    },
  )
}
