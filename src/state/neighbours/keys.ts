import { createPublicKey, type KeyObject } from 'node:crypto'
import { parseStrictJson } from '../../lib/text/strict-json.ts'
import type { SaidKeys } from '../../model/community/neighbour.ts'
import type { Reply } from './answers.ts'

export const maxKeys = 8
const maxKeyLength = 2048
const maxDepth = 8
const bits = { least: 1024, most: 8192 }

/** Thrown if an answer does not have keys in the expected form. */
export class KeysUnusable extends Error {
  override name = 'KeysUnusable'
}

/** Returns an RSA key, in PEM or Base64 of DER, in the latter form. Undefined for anything else. */
export function spkiOf(text: string): string | undefined {
  if (text.length > maxKeyLength) return undefined
  try {
    const key: KeyObject = text.includes('-----')
      ? createPublicKey(text)
      : createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' })
    const length = key.asymmetricKeyDetails?.modulusLength ?? 0
    if (key.asymmetricKeyType !== 'rsa' || length < bits.least || length > bits.most) return undefined
    return key.export({ format: 'der', type: 'spki' }).toString('base64')
  } catch {
    return undefined
  }
}

/** Reads the response with the keys of a service. Throws KeysUnusable. */
export function readPublicKeys({ status, body }: Reply): SaidKeys {
  if (status !== 200) throw new KeysUnusable(`status ${status}`)
  let value: unknown
  try {
    value = parseStrictJson(body, maxDepth).value
  } catch (cause) {
    throw new KeysUnusable('not JSON', { cause })
  }
  const { profilePropertyKeys = [], playerCertificateKeys = [] } = Object(value) as Record<string, unknown>
  return { textures: readList(profilePropertyKeys), chat: readList(playerCertificateKeys) }
}

function readList(list: unknown): string[] {
  if (!Array.isArray(list) || list.length > maxKeys) throw new KeysUnusable('not a list of keys')
  return list.map((entry) => {
    const { publicKey } = Object(entry) as { publicKey?: unknown }
    const spki = typeof publicKey === 'string' ? spkiOf(publicKey) : undefined
    if (spki === undefined) throw new KeysUnusable('not an RSA key')
    return spki
  })
}
