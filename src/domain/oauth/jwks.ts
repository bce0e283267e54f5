import { exportJWK, type JWK } from 'jose'
import type { KnownKey } from '../../state/keys/signing-key.ts'
import type { TokenContext } from '../context.ts'

/**
 * Returns the keys that verify ID tokens and access tokens (RFC 7517). The current RS256 key comes first, because some
 * launchers use no other. The others follow by kind, the newest first.
 */
export async function jwks({ keys }: TokenContext): Promise<{ keys: JWK[] }> {
  await keys.catchUp('oauth')
  const rsa = keys.published('oauth').map((key) => publicJwk(key, 'RS256'))
  const ec = keys.published('tokens').map((key) => publicJwk(key, 'ES256'))
  return { keys: await Promise.all([...rsa, ...ec]) }
}

async function publicJwk({ kid, publicKey }: KnownKey, alg: 'RS256' | 'ES256'): Promise<JWK> {
  return Object.assign(await exportJWK(publicKey), { kid, alg, use: 'sig' })
}
