// A phone or security key without a browser: creates passkeys and signs with them (WebAuthn, sections 6.1 and 6.5).
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest()
const base64url = (data: string | Buffer): string => Buffer.from(data).toString('base64url')

const userPresent = 0x01
const userVerified = 0x04
const backupEligible = 0x08
const backedUp = 0x10
const hasKey = 0x40

/** Deviations from what the browser and the device should do. */
export interface Deviation {
  origin?: string
  rpId?: string
  isUserVerified?: boolean
  /** Replaces the device's own counter. */
  counter?: number
  /** The key is kept on several devices, or may be. Left out for the key of a single device. */
  kept?: 'elsewhere' | 'eligible'
  userHandle?: string
  /** Another key signs. */
  key?: KeyObject
}

/** One passkey, for the service at this origin. */
export function authenticator(ownOrigin: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(16)
  const named = { id: base64url(id), rawId: base64url(id), type: 'public-key', clientExtensionResults: {} }
  let count = 0
  let owner = ''

  const clientData = (type: string, challenge: string, { origin = ownOrigin }: Deviation) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

  const authenticatorData = (flags: number, { rpId = new URL(ownOrigin).hostname, ...odd }: Deviation) => {
    const { isUserVerified = true, kept, counter = ++count } = odd
    const head = Buffer.alloc(5)
    const backup = (kept ? backupEligible : 0) | (kept === 'elsewhere' ? backedUp : 0)
    head.writeUInt8(flags | backup | userPresent | (isUserVerified ? userVerified : 0))
    head.writeUInt32BE(counter, 1)
    return Buffer.concat([sha256(rpId), head])
  }

  return {
    id: named.id,
    /** The number of signatures so far: each signature contains the next number. */
    count: () => count,
    /** The answer to the page's request for a new passkey. */
    make(asked: { challenge: string; user: { id: string } }, odd: Deviation = {}): string {
      owner = asked.user.id
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
      const coordinate = (name: number, value: string) =>
        Buffer.concat([Buffer.from([name, 0x58, 32]), Buffer.from(value, 'base64url')])
      // A COSE key in CBOR (RFC 9053, section 7.1): EC2, ES256, P-256.
      const cose = Buffer.concat([
        Buffer.from('a5010203262001', 'hex'),
        coordinate(0x21, x),
        coordinate(0x22, y),
      ])
      const data = Buffer.concat([
        authenticatorData(hasKey, odd),
        Buffer.alloc(16),
        Buffer.from([0, id.length]),
        id,
        cose,
      ])
      const attestation = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
        Buffer.from([data.length]),
        data,
      ])
      const response = {
        clientDataJSON: base64url(clientData('webauthn.create', asked.challenge, odd)),
        attestationObject: base64url(attestation),
      }
      return JSON.stringify({ ...named, response })
    },
    /** The answer to the page's request at a sign-in. */
    signIn({ challenge }: { challenge: string }, odd: Deviation = {}): string {
      const client = clientData('webauthn.get', challenge, odd)
      const data = authenticatorData(0, odd)
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), odd.key ?? privateKey)
      const response = {
        clientDataJSON: base64url(client),
        authenticatorData: base64url(data),
        signature: base64url(signature),
        userHandle: odd.userHandle ?? owner,
      }
      return JSON.stringify({ ...named, response })
    },
  }
}
