// POST authenticate, refresh, validate, invalidate, signout as authlib-injector's root has them: J2 to J4, D9.

import type { Context } from '../../domain/context.ts'
import { invalidateToken, refreshToken, signout, validateToken } from '../../domain/launcher-tokens.ts'
import { acceptAnyBody } from '../../http/body.ts'
import { forbidCaching } from '../../http/no-store.ts'
import { protocolScope } from '../../http/protocol-scope.ts'
import type { Routes } from '../../http/typed-fastify.ts'
import { vendorErrors } from '../vendor-hosts/errors.ts'
import { isTrue, SignoutRequest, ValidateRequest } from '../yggdrasil/requests.ts'
import { EmptyBody, refreshed } from '../yggdrasil/responses.ts'
import { signIn, signInRefusals } from '../yggdrasil/sign-in.ts'
import { AuthenticateRequest, InvalidateRequest, RefreshRequest } from './requests.ts'
import { Authenticated, Refreshed } from './responses.ts'

export const authserverRoutes = (context: Context) => async (app: Routes) => {
  protocolScope(app, { title: 'authlib-injector: launcher requests', errors: vendorErrors })
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
      return signIn(context, request, { ...body, clientToken: body.clientToken ?? context.random.uuid() })
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
        context,
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
        response: { 204: EmptyBody('It is.') },
      },
      config: { refusals: ['parameters_missing', 'token_invalid'] },
    },
    async ({ body }, reply) => {
      await validateToken(context, body.accessToken, body.clientToken ?? undefined)
      return reply.code(204).send()
    },
  )

  app.post(
    '/invalidate',
    {
      schema: {
        summary: 'Ends a token',
        body: InvalidateRequest,
        response: { 204: EmptyBody('It is ended, or was before.') },
      },
      config: { refusals: ['parameters_missing'] },
    },
    async ({ body }, reply) => {
      await invalidateToken(context, body.accessToken)
      return reply.code(204).send()
    },
  )

  app.post(
    '/signout',
    {
      schema: {
        summary: 'Ends every token of the account',
        body: SignoutRequest,
        response: { 204: EmptyBody('They are ended.') },
      },
      config: { refusals: ['parameters_missing', 'credentials_invalid', 'too_many_guesses', 'overloaded'] },
    },
    async ({ body, ip }, reply) => {
      await signout(context, { login: body.username, secret: body.password, address: ip })
      return reply.code(204).send()
    },
  )
}
