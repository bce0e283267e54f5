import { exportJWK, type JWK } from 'jose'
import type { KnownKey } from '../../state/keys/signing-key.ts'
import type { Context } from '../context.ts'

/**
 * The keys that ID tokens and access tokens are signed with (RFC 7517). The RS256 key that signs now comes first:
 * there are launchers that look at no other. The others follow, of each kind the newest first.
 */
export async function jwks({ keys }: Pick<Context, 'keys'>): Promise<{ keys: JWK[] }> {
  await keys.catchUp('oauth')
  const rsa = keys.published('oauth').map((key) => publicJwk(key, 'RS256'))
  const ec = keys.published('tokens').map((key) => publicJwk(key, 'ES256'))
  return { keys: await Promise.all([...rsa, ...ec]) }
}

async function publicJwk({ kid, publicKey }: KnownKey, alg: 'RS256' | 'ES256'): Promise<JWK> {
  return Object.assign(await exportJWK(publicKey), { kid, alg, use: 'sig' })
}
