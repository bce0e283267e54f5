// GET /skinsystem/signature-verification-key.{der,pem}: the key that verifies textures.
import { Type } from 'typebox'
import type { Context } from '../../domain/context.ts'
import { texturesKey } from '../../domain/game/texture-keys.ts'
import { allowBriefCaching } from '../../http/headers/brief-caching.ts'
import { protocolScope } from '../../http/paths/protocol-scope.ts'
import type { Routes } from '../../http/server/typed-fastify.ts'
import { skinSystemErrors } from './errors.ts'

const file = (type: string, description: string) => ({
  200: { description, content: { [type]: { schema: Type.Unsafe<string | Buffer>({ type: 'string' }) } } },
})

/** Registers the key as a DER SubjectPublicKeyInfo, and the same in PEM. */
export const verificationKeyRoutes = (context: Context) => async (app: Routes) => {
  const refuses = protocolScope(app, { title: 'Verification keys', errors: skinSystemErrors })
  allowBriefCaching(app)
  // Only possible with an external skin system.
  const config = refuses('skin_system_unavailable')
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
      const publicKey = await texturesKey(context)
      return reply.type('application/octet-stream').send(publicKey.export({ type: 'spki', format: 'der' }))
    },
  )

  app.get(
    '/signature-verification-key.pem',
    { schema: { summary: 'The same key', response: file('application/x-pem-file', 'PEM.') }, config },
    async (_request, reply) => {
      const publicKey = await texturesKey(context)
      return reply.type('application/x-pem-file').send(publicKey.export({ type: 'spki', format: 'pem' }))
    },
  )
}
