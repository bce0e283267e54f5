import { createPublicKey } from 'node:crypto'
import { isSha1WithRsa } from '../../lib/crypto/sha1-with-rsa.ts'
import type { SkinModel } from '../../model/accounts/account.ts'
import type { ForeignProfile, Neighbour } from '../../model/community/neighbour.ts'
import type { ReadContext } from '../context.ts'
import { neighbourKeys } from '../neighbours/keys.ts'

/** The addresses of the textures that a neighbour's player wears. */
export interface ForeignLinks {
  skin?: { url: string; model: SkinModel } | undefined
  cape?: { url: string } | undefined
}

/**
 * Returns what a neighbour has signed with a trusted key about the textures of a player, without addresses that may not
 * be asked. Undefined if no trusted key has signed it. Whose textures they are has been checked when the answer was read.
 */
export async function signedLinks(
  context: ReadContext,
  neighbour: Neighbour,
  { textures }: Pick<ForeignProfile, 'textures'>,
): Promise<ForeignLinks | undefined> {
  if (textures?.signature === undefined) return undefined
  const { value, signature } = textures
  const keys = (await neighbourKeys(context, neighbour.id)).filter(
    ({ use, isTrusted }) => use === 'textures' && isTrusted,
  )
  const verified = await Promise.all(
    keys.map(({ spki }) => {
      const key = createPublicKey({ key: Buffer.from(spki, 'base64'), format: 'der', type: 'spki' })
      return isSha1WithRsa(Buffer.from(value), key, signature)
    }),
  )
  if (!verified.includes(true)) return undefined
  const payload: { textures?: unknown } = Object(JSON.parse(Buffer.from(value, 'base64').toString()))
  const { SKIN, CAPE } = Object(payload.textures) as { SKIN?: unknown; CAPE?: unknown }
  const [skin, cape] = [urlOf(neighbour, SKIN), urlOf(neighbour, CAPE)]
  const { metadata } = Object(SKIN) as { metadata?: unknown }
  const model = (Object(metadata) as { model?: unknown }).model === 'slim' ? 'slim' : 'default'
  return {
    ...(skin !== undefined && { skin: { url: skin, model } }),
    ...(cape !== undefined && { cape: { url: cape } }),
  }
}

const maxUrlLength = 2048

/**
 * Returns the address of a picture if it may be asked: at a host that was confirmed, without credentials, and at the
 * usual port with encryption unless the neighbour may be at private addresses.
 */
function urlOf({ isPrivate, textureHosts }: Neighbour, entry: unknown): string | undefined {
  const { url: text } = Object(entry) as { url?: unknown }
  if (typeof text !== 'string' || text.length > maxUrlLength || !URL.canParse(text)) return undefined
  const url = new URL(text)
  const isPlain = url.username === '' && url.password === ''
  if (!/^https?:$/.test(url.protocol) || !isPlain || !textureHosts.includes(url.hostname)) return undefined
  url.hash = ''
  if (isPrivate) return url.href
  // The vendor writes http:, but its host speaks both.
  url.protocol = 'https:'
  return url.port === '' ? url.href : undefined
}
