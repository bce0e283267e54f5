// POST authenticate, refresh, validate, signout, invalidate: launcher requests, below /auth and in other layouts.

import type { Context } from '../../domain/context.ts'
import { authenticate } from '../../domain/sign-in/sign-in.ts'
import { invalidateToken, signout } from '../../domain/tokens/end-tokens.ts'
import { issueTokenTo, refreshToken } from '../../domain/tokens/launcher-tokens.ts'
import { validateToken } from '../../domain/tokens/validate-token.ts'
import { acceptAnyBody } from '../../http/body/body.ts'
import { refuseCrossSite } from '../../http/headers/cross-site.ts'
import { deviceOf } from '../../http/headers/device.ts'
import { forbidCaching } from '../../http/headers/no-store.ts'
import { protocolScope } from '../../http/paths/protocol-scope.ts'
import type { Routes } from '../../http/server/typed-fastify.ts'
import { Refused, signInRefusals, signoutRefusals, tokenRefusals } from '../../model/errors/refusal.ts'
import { nativeLayout } from './launcher-layout.ts'
import {
  clientTokenFits,
  isTrue,
  launcherRequests,
  lenientLauncherRequests,
  SignoutRequest,
  ValidateRequest,
} from './requests.ts'
import {
  authenticated,
  EmptyBody,
  launcherAnswers,
  launcherAnswersWithoutUsername,
  refreshed,
} from './responses.ts'

export const launcherRoutes =
  (context: Context, layout = nativeLayout) =>
  async (app: Routes) => {
    const { title, errors, emptyStatus, isClientTokenRequired, isUsernameAnswered } = layout
    const requests = isClientTokenRequired ? launcherRequests : lenientLauncherRequests
    const answers = isUsernameAnswered ? launcherAnswers : launcherAnswersWithoutUsername
    const refuses = protocolScope(app, { title, errors })
    refuseCrossSite(app)
    acceptAnyBody(app)
    forbidCaching(app)

    app.post(
      '/authenticate',
      {
        schema: {
          summary: 'Signs a player in',
          body: requests.Authenticate,
          response: { 200: answers.Authenticated },
        },
        config: {
          step: 'authenticate',
          ...refuses('request_cross_site', 'parameters_missing', 'client_token_too_long', ...signInRefusals),
        },
      },
      async (request) => {
        const { body } = request
        const clientToken = body.clientToken ?? context.random.uuid()
        if (!clientTokenFits(clientToken)) throw new Refused('client_token_too_long')
        const device = deviceOf(request)
        const credentials = { login: body.username, secret: body.password, ...device }
        const signedIn = await authenticate(context, credentials)
        const { account } = signedIn
        request.about = account
        request.via = signedIn.appPassword === undefined ? undefined : 'app_password'
        const accessToken = await issueTokenTo(context, signedIn, clientToken, device)
        return authenticated(account, { accessToken, clientToken }, isTrue(body.requestUser))
      },
    )

    app.post(
      '/refresh',
      {
        schema: {
          summary: 'Replaces a token by a new one',
          body: requests.Refresh,
          response: { 200: answers.Refreshed },
        },
        config: { step: 'refresh', ...refuses('request_cross_site', 'parameters_missing', ...tokenRefusals) },
      },
      async (request) => {
        const { accessToken, clientToken, requestUser } = request.body
        const { owner, ...tokens } = await refreshToken(
          context,
          accessToken,
          clientToken ?? undefined,
          deviceOf(request),
        )
        request.about = owner
        return refreshed(owner, tokens, isTrue(requestUser))
      },
    )

    app.post(
      '/validate',
      {
        schema: {
          summary: 'Says whether a token is valid',
          body: ValidateRequest,
          response: { [emptyStatus]: EmptyBody('It is.') },
        },
        config: refuses('request_cross_site', 'parameters_missing', ...tokenRefusals),
      },
      async (request, reply) => {
        const { accessToken, clientToken } = request.body
        const presented = { accessToken, address: request.ip }
        request.about = await validateToken(context, presented, clientToken ?? undefined)
        return reply.code(emptyStatus).send()
      },
    )

    app.post(
      '/signout',
      {
        schema: {
          summary: 'Ends every token of an account',
          body: SignoutRequest,
          response: { [emptyStatus]: EmptyBody('They are ended.') },
        },
        config: refuses('request_cross_site', 'parameters_missing', ...signoutRefusals),
      },
      async (request, reply) => {
        const { username, password } = request.body
        request.about = await signout(context, {
          login: username,
          secret: password,
          ...deviceOf(request),
        })
        return reply.code(emptyStatus).send()
      },
    )

    app.post(
      '/invalidate',
      {
        schema: {
          summary: 'Ends one token',
          body: requests.Invalidate,
          response: { [emptyStatus]: EmptyBody('It is ended, or there is no such token.') },
        },
        config: refuses('request_cross_site', 'parameters_missing'),
      },
      async (request, reply) => {
        const { body, ip } = request
        const clientToken = isClientTokenRequired && 'clientToken' in body ? body.clientToken : undefined
        request.about = await invalidateToken(context, body.accessToken, clientToken, ip)
        return reply.code(emptyStatus).send()
      },
    )
  }
