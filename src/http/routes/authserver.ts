// POST authenticate, refresh, validate, invalidate, signout as authlib-injector's root has them: J2 to J4, D9.
import { invalidateToken, refreshToken, signout, validateToken } from '../../domain/launcher-tokens.ts'
import type { Services } from '../../domain/services.ts'
import {
  AuthenticateRequest,
  InvalidateRequest,
  RefreshRequest,
} from '../../protocol/authlib-injector/requests.ts'
import { Authenticated, Refreshed } from '../../protocol/authlib-injector/responses.ts'
import { vendorErrors } from '../../protocol/vendor/errors.ts'
import { isTrue, SignoutRequest, ValidateRequest } from '../../protocol/yggdrasil/requests.ts'
import { Nothing, refreshed } from '../../protocol/yggdrasil/responses.ts'
import { acceptAnyBody } from '../body.ts'
import { groupRoutes } from '../group.ts'
import { forbidCaching } from '../no-store.ts'
import type { Routes } from '../schema.ts'
import { signIn, signInRefusals } from '../sign-in.ts'

export const authserverRoutes = (services: Services) => async (app: Routes) => {
  groupRoutes(app, { title: 'authlib-injector: launcher requests', errors: vendorErrors })
  acceptAnyBody(app)
  forbidCaching(app)

  app.post(
    '/authenticate',
    {
      schema: {
        summary: 'Signs a player in',
        body: AuthenticateRequest,
        response: { 200: Authenticated },
      },
      config: { refusals: signInRefusals },
    },
    (request) => {
      const { body } = request
      return signIn(services, request, { ...body, clientToken: body.clientToken ?? services.random.uuid() })
    },
  )

  app.post(
    '/refresh',
    {
      schema: {
        summary: 'Replaces a token with a new one',
        body: RefreshRequest,
        response: { 200: Refreshed },
      },
      config: { refusals: ['parameters_missing', 'token_invalid'] },
    },
    async (request) => {
      const { body } = request
      const { owner, ...tokens } = await refreshToken(
        services,
        body.accessToken,
        body.clientToken ?? undefined,
      )
      request.about = owner.id
      return refreshed(owner, tokens, isTrue(body.requestUser))
    },
  )

  app.post(
    '/validate',
    {
      schema: {
        summary: 'Says whether a token is good',
        body: ValidateRequest,
        response: { 204: Nothing('It is.') },
      },
      config: { refusals: ['parameters_missing', 'token_invalid'] },
    },
    async ({ body }, reply) => {
      await validateToken(services, body.accessToken, body.clientToken ?? undefined)
      return reply.code(204).send()
    },
  )

  app.post(
    '/invalidate',
    {
      schema: {
        summary: 'Ends a token',
        body: InvalidateRequest,
        response: { 204: Nothing('It is ended, or was before.') },
      },
      config: { refusals: ['parameters_missing'] },
    },
    async ({ body }, reply) => {
      await invalidateToken(services, body.accessToken)
      return reply.code(204).send()
    },
  )

  app.post(
    '/signout',
    {
      schema: {
        summary: 'Ends every token of the account',
        body: SignoutRequest,
        response: { 204: Nothing('They are ended.') },
      },
      config: { refusals: ['parameters_missing', 'credentials_invalid', 'too_many_guesses', 'overloaded'] },
    },
    async ({ body, ip }, reply) => {
      await signout(services, { login: body.username, secret: body.password, address: ip })
      return reply.code(204).send()
    },
  )
}
