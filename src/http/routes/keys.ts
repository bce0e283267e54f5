// The public keys: what textures and access tokens are verified with.
import { jwks } from '../../domain/jwks.ts'
import type { Services } from '../../domain/services.ts'
import { texturesKey } from '../../domain/textures-keys.ts'
import type { Routes } from '../schema.ts'

/** `/skinsystem/signature-verification-key.{der,pem}`: DER SubjectPublicKeyInfo, or the same in PEM. */
export const verificationKeyRoutes = (services: Services) => async (app: Routes) => {
  app.get('/signature-verification-key.der', async (_request, reply) => {
    const publicKey = await texturesKey(services)
    return reply.type('application/octet-stream').send(publicKey.export({ type: 'spki', format: 'der' }))
  })

  app.get('/signature-verification-key.pem', async (_request, reply) => {
    const publicKey = await texturesKey(services)
    return reply.type('application/x-pem-file').send(publicKey.export({ type: 'spki', format: 'pem' }))
  })
}

/** `/oauth2/jwks`: a JWK Set (RFC 7517) of the keys that access tokens are signed with. */
export const jwksRoutes = (services: Services) => async (app: Routes) => {
  app.get('/jwks', () => jwks(services))
}
