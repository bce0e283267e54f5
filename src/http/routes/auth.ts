// POST /auth/{authenticate,refresh,validate,signout,invalidate}: launcher requests.
import { authenticate } from '../../domain/credentials.ts'
import {
  invalidateToken,
  issueToken,
  refreshToken,
  signout,
  validateToken,
} from '../../domain/launcher-tokens.ts'
import type { Services } from '../../domain/services.ts'
import { Refused } from '../../model/refusal.ts'
import { yggdrasilErrors } from '../../protocol/yggdrasil/errors.ts'
import {
  AuthenticateRequest,
  clientTokenFits,
  InvalidateRequest,
  isTrue,
  RefreshRequest,
  SignoutRequest,
  ValidateRequest,
} from '../../protocol/yggdrasil/requests.ts'
import { Authenticated, authenticated, Refreshed, refreshed } from '../../protocol/yggdrasil/responses.ts'
import { acceptAnyBody } from '../body.ts'
import { errorHandler } from '../errors.ts'
import { forbidCaching } from '../no-store.ts'
import type { Routes } from '../schema.ts'

export const authRoutes = (services: Services) => async (app: Routes) => {
  app.setErrorHandler(errorHandler(yggdrasilErrors))
  acceptAnyBody(app)
  forbidCaching(app)

  app.post(
    '/authenticate',
    { schema: { body: AuthenticateRequest, response: { 200: Authenticated } } },
    async ({ body, ip }) => {
      const { username, password, clientToken, requestUser } = body
      if (!clientTokenFits(clientToken)) throw new Refused('client_token_too_long')
      const account = await authenticate(services, { login: username, secret: password, address: ip })
      const accessToken = await issueToken(services, account, clientToken)
      return authenticated(account, { accessToken, clientToken }, isTrue(requestUser))
    },
  )

  app.post(
    '/refresh',
    { schema: { body: RefreshRequest, response: { 200: Refreshed } } },
    async ({ body }) => {
      const { clientToken, requestUser } = body
      const { owner, ...tokens } = await refreshToken(services, body.accessToken, clientToken)
      return refreshed(owner, tokens, isTrue(requestUser))
    },
  )

  app.post('/validate', { schema: { body: ValidateRequest } }, async ({ body }, reply) => {
    await validateToken(services, body.accessToken, body.clientToken ?? undefined)
    return reply.send()
  })

  app.post('/signout', { schema: { body: SignoutRequest } }, async ({ body, ip }, reply) => {
    await signout(services, { login: body.username, secret: body.password, address: ip })
    return reply.send()
  })

  app.post('/invalidate', { schema: { body: InvalidateRequest } }, async ({ body }, reply) => {
    await invalidateToken(services, body.accessToken, body.clientToken)
    return reply.send()
  })
}
