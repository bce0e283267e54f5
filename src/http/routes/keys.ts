// The public keys: what textures and access tokens are verified with.
import { Type } from 'typebox'
import { jwks } from '../../domain/jwks.ts'
import type { Services } from '../../domain/services.ts'
import { texturesKey } from '../../domain/textures-keys.ts'
import { yggdrasilErrors } from '../../protocol/yggdrasil/errors.ts'
import { groupRoutes } from '../group.ts'
import type { Routes } from '../schema.ts'

const title = 'Verification keys'
/** Only where an external skin system serves. */
const config = { refusals: ['skin_system_unavailable' as const] }

const file = (type: string, description: string) => ({
  200: { description, content: { [type]: { schema: Type.Unsafe<string | Buffer>({ type: 'string' }) } } },
})

/** `/skinsystem/signature-verification-key.{der,pem}`: DER SubjectPublicKeyInfo, or the same in PEM. */
export const verificationKeyRoutes = (services: Services) => async (app: Routes) => {
  groupRoutes(app, { title, errors: yggdrasilErrors })
  app.get(
    '/signature-verification-key.der',
    {
      schema: {
        summary: 'The key that textures are verified with',
        response: file('application/octet-stream', 'DER SubjectPublicKeyInfo.'),
      },
      config,
    },
    async (_request, reply) => {
      const publicKey = await texturesKey(services)
      return reply.type('application/octet-stream').send(publicKey.export({ type: 'spki', format: 'der' }))
    },
  )

  app.get(
    '/signature-verification-key.pem',
    { schema: { summary: 'The same key', response: file('application/x-pem-file', 'PEM.') }, config },
    async (_request, reply) => {
      const publicKey = await texturesKey(services)
      return reply.type('application/x-pem-file').send(publicKey.export({ type: 'spki', format: 'pem' }))
    },
  )
}

const JwkSet = Type.Object({ keys: Type.Array(Type.Record(Type.String(), Type.Unknown())) })

/** `/oauth2/jwks`: a JWK Set (RFC 7517) of the keys that access tokens are signed with. */
export const jwksRoutes = (services: Services) => async (app: Routes) => {
  app.get(
    '/jwks',
    {
      schema: {
        summary: 'The keys that access tokens are verified with',
        tags: [title],
        response: { 200: JwkSet },
      },
    },
    () => jwks(services),
  )
}
