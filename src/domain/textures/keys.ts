import type { KeyObject } from 'node:crypto'
import type { Context } from '../context.ts'

/**
 * The public keys that textures are verified with, the one that signs now first; an external skin system's
 * where there is one (S13). Throws Refused where that is down and was never reached.
 */
export async function texturesKeys(
  context: Pick<Context, 'keys' | 'skinSystem'>,
): Promise<readonly KeyObject[]> {
  const { skinSystem } = context
  return skinSystem ? [await skinSystem.key()] : certificateKeys(context)
}

/** What is shown where there is room for one key: the one that signs now (docs/decisions/0014). */
export async function texturesKey(context: Pick<Context, 'keys' | 'skinSystem'>): Promise<KeyObject> {
  const [key] = await texturesKeys(context)
  if (!key) throw new Error('no textures key found')
  return key
}

/** The keys that player certificates are verified with: ours, also where another skin system signs textures. */
export async function certificateKeys({ keys }: Pick<Context, 'keys'>): Promise<readonly KeyObject[]> {
  const current = await keys.fresh('textures')
  const others = keys.published('textures').filter(({ kid }) => kid !== current.kid)
  return [current, ...others].map(({ publicKey }) => publicKey)
}
