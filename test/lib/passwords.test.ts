import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { GateFull } from '../../src/lib/gate.ts'
import { HashUnusable, Passwords } from '../../src/lib/password/passwords.ts'
import { hashesOfPassword } from './known-hashes.ts'

const costs = { memory: 1024, iterations: 1, parallelism: 1 }
const passwords = new Passwords(costs, () => 2, { all: 100, group: 100 }, randomBytes)

for (const [kind, hash] of Object.entries(hashesOfPassword)) {
  test(`${kind}: a hash that others have made is checked, and outdated`, async () => {
    assert.ok(Passwords.isKnown(hash))
    assert.ok(passwords.isOutdated(hash))
    assert.equal(await passwords.verify(hash, 'password'), true)
    for (const wrong of ['Password', 'password ', 'passwor', '']) {
      assert.equal(await passwords.verify(hash, wrong), false, JSON.stringify(wrong))
    }
  })
}

test('a new hash is argon2id in PHC form with the costs given, and salted', async () => {
  const [one, two] = [await passwords.hash('x'), await passwords.hash('x')]
  assert.match(one, /^\$argon2id\$v=19\$m=1024,t=1,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  assert.notEqual(one, two)
  assert.ok(!passwords.isOutdated(one))
  assert.ok(await passwords.verify(two, 'x'))
})

test('other kinds, and costs that would hurt, are not known', async () => {
  const unknown = [
    '',
    'password',
    '5f4dcc3b5aa765d61d8327deb882cf99',
    '$1$salt$hash',
    '$2b$31$abcdefghijklmnopqrstuuWG29KuyeAicPCJODk1zjyGvyQUU2awu',
    '$argon2id$',
    '$argon2id$v=19$m=65536,t=2,p=1$c29tc2F0$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc',
    '$argon2id$v=19$m=99999999,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc',
    '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$',
    '$scrypt$ln=30,r=8,p=1$TmFDbA$AAAA',
    '$pbkdf2$99999999$c2FsdA$AAAA',
    '{SSHA}',
    '{MD5}X03MO1qnZdYdgyfeuILPmQ==',
  ]
  for (const hash of unknown) {
    assert.equal(Passwords.isKnown(hash), false, hash)
    assert.equal(await passwords.verify(hash, ''), false, hash)
  }
})

test('as many at once as there are cores, a bounded line behind them, the rest is turned away', async () => {
  const narrow = new Passwords(costs, () => 1, { all: 3, group: 3 }, randomBytes)
  await narrow.verify(undefined, 'warm up')
  const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => narrow.hash('x')))
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
  assert.equal(refused.length, 6)
  for (const { reason } of refused) assert.ok(reason instanceof GateFull)
  assert.ok(await narrow.hash('x'), 'and there is room again')
})

test('failures hand their place on', async () => {
  const narrow = new Passwords(costs, () => 1, { all: 100, group: 100 }, randomBytes)
  const broken = '$argon2id$v=19$m=1,t=1,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'
  const outcomes = await Promise.allSettled([1, 2, 3].map(() => narrow.verify(broken, 'x')))
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    Array(3).fill('rejected'),
  )
  await assert.rejects(narrow.verify(broken, 'x'), HashUnusable)
  assert.ok(await narrow.hash('x'))
})

test('a stored hash that takes too long is given up, hands its place on and is not begun again', async () => {
  const narrow = new Passwords(costs, () => 1, { all: 100, group: 100 }, randomBytes, 20)
  const slow = '$argon2id$v=19$m=65536,t=20,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'
  await assert.rejects(narrow.verify(slow, 'x'), HashUnusable)
  assert.ok(await narrow.hash('x'), 'there is room again')
  await assert.rejects(narrow.verify(slow, 'x'), /a moment ago/)
})
