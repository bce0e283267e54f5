// POST /auth/{authenticate,refresh,validate,signout,invalidate}: launcher requests.

import type { Context } from '../../domain/context.ts'
import { invalidateToken, refreshToken, signout, validateToken } from '../../domain/launcher-tokens.ts'
import { acceptAnyBody } from '../../http/body.ts'
import { forbidCaching } from '../../http/no-store.ts'
import { protocolScope } from '../../http/protocol-scope.ts'
import type { Routes } from '../../http/typed-fastify.ts'
import { yggdrasilErrors } from './errors.ts'
import {
  AuthenticateRequest,
  InvalidateRequest,
  isTrue,
  RefreshRequest,
  SignoutRequest,
  ValidateRequest,
} from './requests.ts'
import { Authenticated, EmptyBody, Refreshed, refreshed } from './responses.ts'
import { signIn, signInRefusals } from './sign-in.ts'

export const authRoutes = (context: Context) => async (app: Routes) => {
  protocolScope(app, { title: 'Launcher requests', errors: yggdrasilErrors })
  acceptAnyBody(app)
  forbidCaching(app)

  app.post(
    '/authenticate',
    {
      schema: { summary: 'Signs a player in', body: AuthenticateRequest, response: { 200: Authenticated } },
      config: { refusals: signInRefusals },
    },
    (request) => signIn(context, request, request.body),
  )

  app.post(
    '/refresh',
    {
      schema: {
        summary: 'Replaces a token by a new one',
        body: RefreshRequest,
        response: { 200: Refreshed },
      },
      config: { refusals: ['parameters_missing', 'token_invalid', 'token_expired'] },
    },
    async (request) => {
      const { body } = request
      const { clientToken, requestUser } = body
      const { owner, ...tokens } = await refreshToken(context, body.accessToken, clientToken)
      request.about = owner.id
      return refreshed(owner, tokens, isTrue(requestUser))
    },
  )

  app.post(
    '/validate',
    {
      schema: {
        summary: 'Says whether a token is valid',
        body: ValidateRequest,
        response: { 200: EmptyBody('It is.') },
      },
      config: { refusals: ['parameters_missing', 'token_invalid', 'token_expired'] },
    },
    async ({ body }, reply) => {
      await validateToken(context, body.accessToken, body.clientToken ?? undefined)
      return reply.send()
    },
  )

  app.post(
    '/signout',
    {
      schema: {
        summary: 'Ends every token of an account',
        body: SignoutRequest,
        response: { 200: EmptyBody('They are ended.') },
      },
      config: { refusals: ['parameters_missing', 'credentials_invalid', 'too_many_guesses', 'overloaded'] },
    },
    async ({ body, ip }, reply) => {
      await signout(context, { login: body.username, secret: body.password, address: ip })
      return reply.send()
    },
  )

  app.post(
    '/invalidate',
    {
      schema: {
        summary: 'Ends one token',
        body: InvalidateRequest,
        response: { 200: EmptyBody('It is ended, or there is no such token.') },
      },
      config: { refusals: ['parameters_missing'] },
    },
    async ({ body }, reply) => {
      await invalidateToken(context, body.accessToken, body.clientToken)
      return reply.send()
    },
  )
}
