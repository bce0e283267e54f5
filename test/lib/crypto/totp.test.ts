import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { isTotpSecret, matchTotp, newTotpSecret, totpUri } from '../../../src/lib/crypto/totp.ts'
import { totpCode } from '../../totp.ts'

/** `12345678901234567890` in Base32. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

// RFC 6238, appendix B, the SHA-1 rows; six digits are the last six of eight.
const vectors: [seconds: number, code: string][] = [
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
  [20000000000, '353130'],
]

for (const [seconds, code] of vectors) {
  test(`RFC 6238: at ${seconds} s the code is ${code}`, () => {
    const step = Math.floor(seconds / 30)
    assert.equal(matchTotp(secret, code, seconds * 1000), step)
    assert.equal(totpCode(secret, seconds * 1000), code, 'the tests compute the same code')
  })

  test(`${code} is valid one step early or late, and no further`, () => {
    const step = Math.floor(seconds / 30)
    const at = (offset: number) => matchTotp(secret, code, (step + offset) * 30_000)
    assert.deepEqual([at(-1), at(0), at(1)], [step, step, step])
    assert.deepEqual([at(-2), at(2)], [undefined, undefined])
    assert.equal(matchTotp(secret, code, (step + 2) * 30_000 - 1), step, 'until its last millisecond')
  })
}

test('an invalid code matches nothing', () => {
  for (const code of ['', '28708', '0287082', '28708a', '٢٨٧٠٨٢', '287 82', '-87082']) {
    assert.equal(matchTotp(secret, code, 59_000), undefined, code)
  }
})

test('a new secret has 160 bits in Base32, and its URI states the parameters', () => {
  const fresh = newTotpSecret(randomBytes)
  assert.match(fresh, /^[A-Z2-7]{32}$/)
  assert.ok(isTotpSecret(fresh))
  const uri = new URL(totpUri(fresh, 'Steve', 'Norn'))
  assert.equal(`${uri.protocol}//${uri.host}${uri.pathname}`, 'otpauth://totp/Norn:Steve')
  const { searchParams } = uri
  assert.equal(searchParams.get('secret'), fresh)
  assert.deepEqual([...searchParams.keys()], ['issuer', 'secret'])
  assert.equal(searchParams.get('issuer'), 'Norn')
  assert.match(
    totpUri(fresh, 'Steve', 'Ours & "theirs"'),
    /^otpauth:\/\/totp\/Ours%20%26%20%22theirs%22:Steve\?/,
  )
})

test('the label of a URI has the one colon that separates issuer and account', () => {
  for (const [name, shown] of [
    ['Star Trek: SMP', 'Star Trek SMP'],
    ['a::b', 'ab'],
    [' : Ours :', 'Ours'],
    ['Сервер: 100% / ü?#&', 'Сервер 100% / ü?#&'],
    ['half \ud800', 'half \ufffd'],
  ] as const) {
    const uri = totpUri('A'.repeat(32), 'Steve', name)
    const label = /^otpauth:\/\/totp\/([^?]*)\?/.exec(uri)?.[1] ?? ''
    assert.deepEqual(label.split(':').map(decodeURIComponent), [shown, 'Steve'], name)
    assert.doesNotMatch(label, /%3a/i)
    assert.equal(new URL(uri).searchParams.get('issuer'), shown)
  }
})
