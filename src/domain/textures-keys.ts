import type { KeyObject } from 'node:crypto'
import type { Services } from './services.ts'

/**
 * The public keys that textures are verified with, the one that signs now first; an external skin system's
 * where there is one (D7). Throws Refused where that is down and was never seen.
 */
export async function texturesKeys({ keys, skinSystem }: Services): Promise<readonly KeyObject[]> {
  if (skinSystem) return [await skinSystem.key()]
  const current = await keys.fresh('textures')
  const others = keys.published('textures').filter(({ kid }) => kid !== current.kid)
  return [current, ...others].map(({ publicKey }) => publicKey)
}

export async function texturesKey(services: Services): Promise<KeyObject> {
  const [key] = await texturesKeys(services)
  if (!key) throw new Error('there is always a textures key')
  return key
}
