import { createPublicKey, type KeyObject } from 'node:crypto'
import type { Profile } from '../../model/accounts/account.ts'
import type { TexturesProperty } from '../../model/game/textures-payload.ts'

/** A textures property of another skin system, without its signature. */
export interface ForeignProperty {
  signed: TexturesProperty
  unsigned: TexturesProperty
}

/** Thrown if a skin system's answer is not in the expected form. */
export class AnswerUnusable extends Error {
  override name = 'AnswerUnusable'
}

const base64 = /^[A-Za-z0-9+/]+={0,2}$/

/** Throws AnswerUnusable unless the body is JSON. */
export const readJson = (body: Buffer): unknown => parsed(body.toString())

/**
 * Returns the textures property of a profile, with our id and name instead of its own, or undefined if it is not
 * signed. Throws AnswerUnusable.
 */
export function readProperty(json: unknown, profile: Profile): ForeignProperty | undefined {
  const properties = field(json, 'properties')
  const property = Array.isArray(properties)
    ? properties.find((candidate) => field(candidate, 'name') === 'textures')
    : undefined
  const [value, signature] = [field(property, 'value'), field(property, 'signature')]
  if (typeof value !== 'string' || !base64.test(value)) throw new AnswerUnusable('no textures property')
  const payload = parsed(Buffer.from(value, 'base64').toString())
  if (!isObject(payload) || !isObject(field(payload, 'textures'))) throw new AnswerUnusable('no textures')
  if (typeof signature !== 'string' || !base64.test(signature)) return undefined
  const { signatureRequired: _, ...rest } = payload
  const own = { ...rest, profileId: profile.id, profileName: profile.username }
  return {
    signed: { name: 'textures', value, signature },
    unsigned: { name: 'textures', value: Buffer.from(JSON.stringify(own)).toString('base64') },
  }
}

/**
 * Parses the public key that verifies the skin system's signatures: an RSA key as DER SubjectPublicKeyInfo. Throws
 * AnswerUnusable.
 */
export function readKey(body: Buffer): KeyObject {
  try {
    const key = createPublicKey({ key: body, format: 'der', type: 'spki' })
    if (key.asymmetricKeyType === 'rsa') return key
  } catch (cause) {
    throw new AnswerUnusable('not a public key', { cause })
  }
  throw new AnswerUnusable('not an RSA key')
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new AnswerUnusable('not JSON', { cause })
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const field = (value: unknown, name: string): unknown => (isObject(value) ? value[name] : undefined)
