import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isSignedBy } from '../../../src/lib/crypto/ssh-signature.ts'
import { readReleaseFile } from '../../../src/model/records/release.ts'
import { ed25519Key, newer, otherPurpose, rsaKey } from './release-files.ts'

function parts(file: string) {
  const read = readReleaseFile(file)
  assert.ok(read)
  return read
}

const isGood = (file: string, keys: readonly string[], line = parts(file).line, namespace = 'norn-update') =>
  isSignedBy(keys, parts(file).signature, Buffer.from(line), namespace)

test('signatures by Ed25519 and RSA, as ssh-keygen makes them, are valid', () => {
  assert.equal(isGood(newer.ed25519, [ed25519Key]), true)
  assert.equal(isGood(newer.rsa, [rsaKey]), true)
  assert.equal(isGood(newer.rsa, [ed25519Key, rsaKey]), true, 'one of several keys')
})

test('another key, message or purpose is refused', () => {
  assert.equal(isGood(newer.ed25519, []), false)
  assert.equal(isGood(newer.ed25519, [rsaKey]), false)
  assert.equal(isGood(newer.rsa, [ed25519Key]), false)
  assert.equal(isGood(newer.ed25519, [ed25519Key], 'norn 9.9.8 2030-01-01\n'), false)
  assert.equal(isGood(newer.rsa, [rsaKey], 'norn 9.9.8 2030-01-01\n'), false)
  assert.equal(isGood(otherPurpose, [ed25519Key]), false)
  assert.equal(isGood(otherPurpose, [ed25519Key], undefined, 'other'), true)
})

test('a signature with any byte changed, or truncated anywhere, is refused', () => {
  for (const [file, key] of [
    [newer.ed25519, ed25519Key],
    [newer.rsa, rsaKey],
  ] as const) {
    const { line, signature } = parts(file)
    const bytes = Buffer.from(signature.split('\n').slice(1, -2).join(''), 'base64')
    const isAccepted = (changed: Buffer) =>
      isSignedBy(
        [key],
        `-----BEGIN SSH SIGNATURE-----\n${changed.toString('base64')}\n-----END SSH SIGNATURE-----\n`,
        Buffer.from(line),
        'norn-update',
      )
    assert.equal(isAccepted(bytes), true)
    for (let at = 0; at < bytes.length; at++) {
      const changed = Buffer.from(bytes)
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
      assert.equal(isAccepted(changed), false, `byte ${at}`)
      assert.equal(isAccepted(bytes.subarray(0, at)), false, `the first ${at} bytes`)
    }
  }
  assert.equal(isSignedBy([ed25519Key], '', Buffer.from('x'), 'norn-update'), false)
})
