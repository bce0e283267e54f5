// /oauth2/…: tokens, devices, revocation, introspection, userinfo. The library implements the protocol.
import type { FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import type { Context } from '../../domain/context.ts'
import { chargeDevice } from '../../domain/oauth/devices.ts'
import { protocolScope } from '../../http/paths/protocol-scope.ts'
import type { Routes } from '../../http/server/typed-fastify.ts'
import { Refused } from '../../model/errors/refusal.ts'
import { oauthErrors } from './errors.ts'
import type { OpenLibrary } from './library/load-oidc-library.ts'

/** The library does not read larger bodies. */
export const bodyLimit = 56 * 1024

export const oauth2Routes = (context: Context, library: OpenLibrary) => async (app: Routes) => {
  const refuses = protocolScope(app, { title: 'OAuth 2.0', errors: oauthErrors })
  // The library parses forms itself, and needs the original bytes.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
  app.addHook('onRequest', ({ headers }, _reply, done) => done(bodyFault(headers)))

  const route = (
    method: HTTPMethods[],
    url: string,
    handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
  ) =>
    app.route({
      method,
      url,
      // The RFCs and the discovery document describe it.
      schema: { hide: true },
      exposeHeadRoute: false,
      config: refuses('body_too_large', 'encoding_unsupported', 'too_many_devices'),
      handler,
    })

  const passOn = (path: string) => async (request: FastifyRequest, reply: FastifyReply) => {
    await (await library()).handle(request, reply, path, { signedIn: undefined, asksConsent: false })
    return reply
  }

  for (const name of ['token', 'revoke', 'introspect']) {
    route(['POST', 'OPTIONS'], `/${name}`, passOn(`/oauth2/${name}`))
  }
  route(['GET', 'POST', 'OPTIONS'], '/userinfo', passOn('/oauth2/userinfo'))

  const device = passOn('/oauth2/device_authorization')
  // MSAL, which one launcher signs in with, looks for it next to the token endpoint under the second name.
  for (const name of ['device_authorization', 'devicecode']) {
    route(['POST', 'OPTIONS'], `/${name}`, async (request, reply) => {
      if (request.method === 'POST') await chargeDevice(context, request.ip)
      return device(request, reply)
    })
  }
}

function bodyFault(headers: FastifyRequest['headers']): Refused | undefined {
  const encoding = headers['content-encoding']?.toLowerCase() ?? 'identity'
  if (encoding !== 'identity') return new Refused('encoding_unsupported')
  return Number(headers['content-length'] ?? 0) > bodyLimit ? new Refused('body_too_large') : undefined
}
