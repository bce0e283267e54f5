// Certificates for a thousand profiles: their signatures, and, if the machine has Java, everything that the game
// checks.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { before, describe, test } from 'node:test'
import { certify, type PlayerCertificate } from '../../../src/state/keys/player-certificates.ts'
import { playerCertificate } from '../../../src/wire/vendor-services/keys-responses.ts'
import { isSigned } from '../../signature.ts'

const now = Date.UTC(2026, 10, 21, 12, 0, 0, 7)
const service = generateKeyPairSync('rsa', { modulusLength: 2048 })
const serviceKey = service.publicKey.export({ type: 'spki', format: 'pem' }).toString()
// One key pair for all, since profiles differ only in what is signed.
const pair = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'der' },
  privateKeyEncoding: { type: 'pkcs8', format: 'der' },
})

/** Ten begin with a zero byte, five of them with more than one. */
const profiles = Array.from({ length: 1000 }, (_, index) => {
  const bytes = randomBytes(16)
  if (index < 10) bytes.fill(0, 0, index < 5 ? 1 : index - 2)
  else bytes[0] ||= 1
  return bytes.toString('hex')
})

/** The bytes that the game hashes, built from numbers, so that no zero byte can be lost in the same way. */
function signedData(profile: string, certificate: PlayerCertificate): [Buffer, Buffer] {
  const base64 = pair.publicKey.toString('base64')
  const lines = base64.match(/.{1,76}/g)?.join('\n')
  const text = `${certificate.expiresAt}-----BEGIN RSA PUBLIC KEY-----\n${lines}\n-----END RSA PUBLIC KEY-----\n`
  const head = Buffer.alloc(24)
  head.writeBigUInt64BE(BigInt(`0x${profile.slice(0, 16)}`), 0)
  head.writeBigUInt64BE(BigInt(`0x${profile.slice(16)}`), 8)
  head.writeBigUInt64BE(BigInt(certificate.expiresAt), 16)
  return [Buffer.from(text), Buffer.concat([head, pair.publicKey])]
}

const java = (input: string) =>
  spawnSync('java', [new URL('GameCertificates.java', import.meta.url).pathname], { input, encoding: 'utf8' })

describe('certificates of 1,000 profiles, ten of which begin with 00', () => {
  const hasJava = spawnSync('javac', ['-version']).status === 0
  const skip = hasJava ? false : 'SKIPPED: there is no Java on this machine to read them as the game does'
  let certificates: PlayerCertificate[] = []

  before(async () => {
    certificates = await Promise.all(profiles.map((profile) => certify(profile, pair, service, now)))
  })

  test("the service's key verifies both signatures, but not for another profile", async () => {
    const areGood = (profile: string, certificate: PlayerCertificate) => {
      const [first, second] = signedData(profile, certificate)
      const { publicKeySignature, publicKeySignatureV2 } = certificate
      return Promise.all([
        isSigned(serviceKey, first, publicKeySignature),
        isSigned(serviceKey, second, publicKeySignatureV2),
      ])
    }
    for (const [index, certificate] of certificates.entries()) {
      assert.deepEqual(await areGood(profiles[index] ?? '', certificate), [true, true], profiles[index])
    }
    // The first form does not name the key's owner.
    const [certificate = assert.fail()] = certificates
    assert.deepEqual(await areGood(profiles[1] ?? '', certificate), [true, false])
  })

  test('Java, which reads and checks them like the game, accepts all of them', { skip }, () => {
    const lines = certificates.map((certificate, index) => {
      const { keyPair, ...shown } = playerCertificate(certificate)
      const pem = Buffer.from(keyPair.publicKey).toString('base64')
      const { expiresAt, publicKeySignature, publicKeySignatureV2 } = shown
      return [profiles[index], expiresAt, pem, publicKeySignature, publicKeySignatureV2].join(' ')
    })
    const key = service.publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
    // And one that it has to reject: another profile's.
    const foreign = lines[0]?.replace(profiles[0] ?? '', profiles[1] ?? '')
    const output = java([key, ...lines, foreign, ''].join('\n')).stdout
    assert.equal(output, `bad: ${profiles[1]}\ngood: 1000\n`)
  })
})
