import type { KeyObject } from 'node:crypto'
import type { PictureContext, TokenContext } from '../context.ts'

/**
 * Returns the public keys that verify textures, the current one first. They are those of the external skin system if
 * there is one (S13). Throws Refused if it is down and was never reached.
 */
export async function texturesKeys(context: TokenContext & PictureContext): Promise<readonly KeyObject[]> {
  const { skinSystem } = context
  return skinSystem ? [await skinSystem.key()] : certificateKeys(context)
}

/** Returns the current key, for answers that have room for one key only (docs/decisions/0014). */
export async function texturesKey({ keys, skinSystem }: TokenContext & PictureContext): Promise<KeyObject> {
  return skinSystem ? skinSystem.key() : (await keys.fresh('textures')).publicKey
}

/** Returns the keys that verify player certificates. They are ours, even if another skin system signs textures. */
export async function certificateKeys({ keys }: TokenContext): Promise<readonly KeyObject[]> {
  const current = await keys.fresh('textures')
  const others = keys.published('textures').filter(({ kid }) => kid !== current.kid)
  return [current, ...others].map(({ publicKey }) => publicKey)
}
