import { exportJWK, type JWK } from 'jose'
import type { Context } from './context.ts'

/** The keys that access tokens are signed with, newest first (RFC 7517). */
export async function jwks({ keys }: Pick<Context, 'keys'>): Promise<{ keys: JWK[] }> {
  await keys.fresh('tokens')
  const published = keys.published('tokens').map(async ({ kid, publicKey }) => {
    const jwk = await exportJWK(publicKey)
    return Object.assign(jwk, { kid, alg: 'ES256', use: 'sig' })
  })
  return { keys: await Promise.all(published) }
}
