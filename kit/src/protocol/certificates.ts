// Key pairs with which games sign chat messages.
import { createPrivateKey, createPublicKey, type KeyObject, verify } from 'node:crypto'
import type { Answer } from '../http/exchange.ts'
import { textAt } from '../json.ts'
import type { Trial } from '../trial.ts'
import { expect } from './answers.ts'
import type { Session } from './launcher.ts'

export const certificates = (trial: Trial, { accessToken }: Pick<Session, 'accessToken'>): Promise<Answer> =>
  trial.ask('certificates', { method: 'POST', headers: { authorization: `Bearer ${accessToken}` } })

/** The DER between the label lines of a PEM. */
export const derOf = (pem: string): Buffer => Buffer.from(pem.replace(/-----[^-]+-----|\s/g, ''), 'base64')

export interface Pair {
  privateKey: KeyObject
  publicKey: KeyObject
  /** The PEM of the public key, as it stands in the answer. */
  pem: string
}

/** Reads both keys as the game does: PKCS #8 and SubjectPublicKeyInfo, whatever the labels say. */
export function pairOf(answer: Answer): Pair {
  const pem = textAt(answer.json, 'keyPair', 'publicKey') ?? ''
  const privatePem = textAt(answer.json, 'keyPair', 'privateKey') ?? ''
  expect(
    answer,
    pem.startsWith('-----BEGIN RSA PUBLIC KEY-----\n'),
    'keyPair.publicKey between "RSA PUBLIC KEY" labels',
  )
  expect(
    answer,
    privatePem.startsWith('-----BEGIN RSA PRIVATE KEY-----\n'),
    'keyPair.privateKey between "RSA PRIVATE KEY" labels',
  )
  try {
    return {
      privateKey: createPrivateKey({ key: derOf(privatePem), format: 'der', type: 'pkcs8' }),
      publicKey: createPublicKey({ key: derOf(pem), format: 'der', type: 'spki' }),
      pem,
    }
  } catch (error) {
    expect(
      answer,
      false,
      'PKCS #8 and SubjectPublicKeyInfo',
      error instanceof Error ? error.message : undefined,
    )
    throw error
  }
}

export const expiryOf = ({ json }: Answer): number => Date.parse(textAt(json, 'expiresAt') ?? '')

/**
 * The bytes that signature version 1 covers: the time in milliseconds, and the PEM as the game writes it, with lines of 76
 * characters, whatever the lines in the answer are.
 */
export function signedV1(answer: Answer, { pem }: Pair): Buffer {
  const lines = derOf(pem)
    .toString('base64')
    .replace(/.{76}(?=.)/g, '$&\n')
  return Buffer.from(
    `${expiryOf(answer)}-----BEGIN RSA PUBLIC KEY-----\n${lines}\n-----END RSA PUBLIC KEY-----\n`,
  )
}

/** The bytes that signature version 2 covers: the UUID in 16 bytes, the time in 8, the DER. */
export function signedV2(answer: Answer, { pem }: Pair, id: string): Buffer {
  const time = Buffer.alloc(8)
  time.writeBigInt64BE(BigInt(expiryOf(answer)))
  return Buffer.concat([Buffer.from(id, 'hex'), time, derOf(pem)])
}

export const isSigned = (keys: readonly string[], data: Buffer, signature: string): boolean =>
  keys.some((key) => verify('RSA-SHA1', data, createPublicKey(key), Buffer.from(signature, 'base64')))
