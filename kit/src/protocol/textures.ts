// What stands in a textures property, and who has signed it.
import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import type { Answer } from '../http/exchange.ts'
import { at, isObject, listAt, shown, textAt } from '../json.ts'
import { Deviation, NotOffered } from '../outcome.ts'
import type { Trial } from '../trial.ts'
import { expect } from './answers.ts'

export interface Property {
  value: string
  signature: string | undefined
}

/** The textures property of a profile; undefined where it has none. */
export function texturesOf(answer: Answer): Property | undefined {
  const property = listAt(answer.json, 'properties').find((each) => textAt(each, 'name') === 'textures')
  const value = textAt(property, 'value')
  return value === undefined ? undefined : { value, signature: textAt(property, 'signature') }
}

/** @throws {NotOffered} where the profile has no textures property, which the layout may leave out */
export function demandTextures(answer: Answer): Property {
  const property = texturesOf(answer)
  if (!property) throw new NotOffered('the profile has no property "textures"')
  return property
}

/** Reads the value: an object, from Base64 and JSON. */
export function payloadOf(answer: Answer, { value }: Property): Record<string, unknown> {
  const isBase64 = /^[A-Za-z0-9+/]+={0,2}$/.test(value) && value.length % 4 === 0
  expect(answer, isBase64, 'a textures value in standard Base64', shown(value))
  const text = Buffer.from(value, 'base64').toString('utf8')
  let payload: unknown
  try {
    payload = JSON.parse(text)
  } catch {
    throw new Deviation('a textures value that is JSON', text.slice(0, 200), answer)
  }
  if (!isObject(payload)) throw new Deviation('a textures value that is an object', shown(payload), answer)
  return payload
}

/** The address of a texture that a profile wears. */
export const urlOf = (payload: unknown, kind: 'SKIN' | 'CAPE'): string | undefined =>
  textAt(payload, 'textures', kind, 'url')

/** This text stands for "signed by nobody you know": it is not to be verified. */
export const unverifiable = 'Cg=='

/** Says whether one of the published keys has made a signature: SHA1withRSA over the text of the value. */
export const isSignedBy = (keys: readonly string[], { value, signature = '' }: Property): boolean =>
  keys.some((key) =>
    verify('RSA-SHA1', Buffer.from(value), createPublicKey(key), Buffer.from(signature, 'base64')),
  )

/**
 * The keys that the target publishes for signatures of textures, as PEM.
 *
 * @throws {NotOffered} where it publishes none
 */
export async function textureKeys(trial: Trial): Promise<readonly string[]> {
  trial.world.textureKeys ??= publishedKeys(trial)
  const before = trial.last
  const keys = await trial.world.textureKeys
  trial.last = before
  if (keys.length === 0) throw new NotOffered('the target publishes no key that verifies textures')
  return keys
}

async function publishedKeys(trial: Trial): Promise<readonly string[]> {
  const { target } = trial.world
  const found: (string | undefined)[] = []
  if (target.layout.name === 'authlib-injector')
    found.push(usable(textAt(target.metadata, 'signaturePublickey')))
  if (target.addresses.textureKey) {
    const answer = await asked(trial, 'textureKey')
    if (answer?.status === 200) found.push(pemOf(answer.bytes))
  }
  if (found.length === 0 && target.addresses.publicKeys) {
    const answer = await asked(trial, 'publicKeys')
    for (const key of listAt(answer?.json, 'profilePropertyKeys'))
      found.push(pemOf(Buffer.from(textAt(key, 'publicKey') ?? '', 'base64')))
  }
  return found.filter((key) => key !== undefined)
}

async function asked(trial: Trial, place: 'textureKey' | 'publicKeys'): Promise<Answer | undefined> {
  try {
    return await trial.ask(place)
  } catch (error) {
    if (error instanceof NotOffered || error instanceof Deviation) return undefined
    throw error
  }
}

/** A key in DER or PEM as PEM; undefined where it is not an RSA key. */
export function pemOf(bytes: Buffer): string | undefined {
  if (bytes.toString('latin1').startsWith('-----BEGIN')) return usable(bytes.toString('latin1'))
  const base64 = bytes.toString('base64').replace(/.{64}/g, '$&\n')
  return usable(`-----BEGIN PUBLIC KEY-----\n${base64}\n-----END PUBLIC KEY-----\n`)
}

function usable(pem: string | undefined): string | undefined {
  return pem && rsaKey(pem) ? pem : undefined
}

/** The RSA key in a PEM; undefined where there is none. */
export function rsaKey(pem: string): KeyObject | undefined {
  try {
    const key = createPublicKey(pem)
    return key.asymmetricKeyType === 'rsa' ? key : undefined
  } catch {
    return undefined
  }
}

/** Says whether a host is one of `skinDomains`: the same, or below one that begins with a dot. */
export const isAllowedHost = (domains: readonly unknown[], host: string): boolean =>
  domains.some(
    (domain) =>
      typeof domain === 'string' && (domain.startsWith('.') ? host.endsWith(domain) : host === domain),
  )

/** The model of a skin that the payload names. */
export const modelOf = (payload: unknown): unknown => at(payload, 'textures', 'SKIN', 'metadata', 'model')
