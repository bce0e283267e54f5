import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { GateFull } from '../../src/lib/queue/gate.ts'
import { verifyArgon2 } from '../../src/passwords/argon2.ts'
import { withSalt } from '../../src/passwords/digests.ts'
import { HashUnusable, Passwords, unusableHash } from '../../src/passwords/passwords.ts'
import { hashesOfPassword, saltedHashesOfPassword } from './known-hashes.ts'

const costs = { memory: 1024, iterations: 1, parallelism: 1 }
const passwords = new Passwords(costs, () => 2, { all: 100, group: 100 }, randomBytes)

const salted = Object.entries(saltedHashesOfPassword).map(
  ([kind, { passwordHash, passwordSalt }]) => [kind, withSalt(passwordHash, passwordSalt) ?? ''] as const,
)

for (const [kind, hash] of [...Object.entries(hashesOfPassword), ...salted]) {
  test(`${kind}: a hash of another program is checked, and outdated`, async () => {
    assert.equal(passwords.importProblem(hash), undefined)
    assert.ok(passwords.isOutdated(hash))
    assert.equal(await passwords.verify(hash, 'password'), true)
    for (const wrong of ['Password', 'password ', 'passwor', '']) {
      assert.equal(await passwords.verify(hash, wrong), false, JSON.stringify(wrong))
    }
  })
}

test('a new hash is argon2id in PHC form with the given costs, and salted', async () => {
  const [one, two] = [await passwords.hash('x'), await passwords.hash('x')]
  assert.match(one, /^\$argon2id\$v=19\$m=1024,t=1,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  assert.notEqual(one, two)
  assert.ok(!passwords.isOutdated(one))
  assert.ok(await passwords.verify(two, 'x'))
})

test('other kinds, and excessive costs, are unknown', async () => {
  const unknown = [
    '',
    'password',
    '5f4dcc3b5aa765d61d8327deb882cf9',
    '5f4dcc3b5aa765d61d8327deb882cf99:',
    '$1$salt$hash',
    '$P$4abcdefghEP1Dc925xipBv72nvZxoc1',
    '$P$BabcdefghEP1Dc925xipBv72nvZxoc2',
    '$2b$31$abcdefghijklmnopqrstuuWG29KuyeAicPCJODk1zjyGvyQUU2awu',
    '$argon2id$',
    '$argon2id$v=19$m=65536,t=2,p=1$c29tc2F0$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc',
    '$argon2id$v=19$m=99999999,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc',
    '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$',
    '$scrypt$ln=30,r=8,p=1$TmFDbA$AAAA',
    '$pbkdf2$99999999$c2FsdA$AAAA',
    '{SSHA}',
    '{MD5}X03MO1qnZdYdgyfeuILPmQAA',
    '{SMD5}AAAA',
    'pbkdf2$1000$AAAA$AAAA',
  ]
  for (const hash of unknown) {
    assert.notEqual(passwords.importProblem(hash), undefined, hash)
    assert.equal(await passwords.verify(hash, ''), false, hash)
  }
})

const argon2 = (costs: string, salt = 'c29tZXNhbHQ', key = 'CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc') =>
  `$argon2id$v=19$${costs}$${salt}$${key}`
const [key20, key32] = ['SwB5AbdlSJq.rUnZJvch0GWkKcE', 'CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc']

test('the hashes that an import accepts cost at most seconds and 256 MiB', () => {
  const affordable = [
    argon2('m=262144,t=8,p=4'),
    argon2('m=1024,t=2048,p=1'),
    `$scrypt$ln=18,r=8,p=2$AAAA$${key32}`,
    `$pbkdf2-sha256$3000000$AAAA$${key32}`,
    `pbkdf2_sha256$1200000$salt$${key32}`,
    '$2b$15$abcdefghijklmnopqrstuuWG29KuyeAicPCJODk1zjyGvyQUU2awu',
  ]
  for (const hash of affordable) assert.equal(passwords.importProblem(hash), undefined, hash)
  const costly = [
    argon2('m=262145,t=1,p=1'),
    argon2('m=262144,t=9,p=4'),
    argon2('m=1024,t=9999,p=1'),
    argon2('m=9999999,t=1,p=1'),
    `$scrypt$ln=19,r=8,p=1$AAAA$${key32}`,
    `$scrypt$ln=18,r=8,p=3$AAAA$${key32}`,
    `$pbkdf2-sha256$3000001$AAAA$${key32}`,
    `$pbkdf2-sha256$2000000$AAAA$${key32}${key32}`,
    `$pbkdf2$9999999$AAAA$${key20}`,
    '$2b$16$abcdefghijklmnopqrstuuWG29KuyeAicPCJODk1zjyGvyQUU2awu',
    '$P$EabcdefghEP1Dc925xipBv72nvZxoc1',
  ]
  for (const hash of costly) {
    assert.equal(passwords.importProblem(hash), 'costly', hash)
  }
  const dear = new Passwords(
    { memory: 524_288, iterations: 1, parallelism: 1 },
    () => 1,
    { all: 1, group: 1 },
    randomBytes,
  )
  assert.equal(dear.importProblem(argon2('m=524288,t=1,p=1')), undefined, 'as this service makes its own')
})

test('every hash that an import accepts can be checked; a damaged one is refused', async () => {
  const damaged = [
    argon2('m=7,t=1,p=1'),
    argon2('m=15,t=1,p=2'),
    argon2('m=1024,t=1,p=1', 'c29tZXNhbHR'),
    argon2('m=1024,t=1,p=1', 'A'.repeat(61)),
    argon2('m=1024,t=1,p=1', undefined, 'AAAAAB'),
    `$scrypt$ln=0,r=8,p=1$AAAA$${key32}`,
    `$scrypt$ln=1,r=0,p=1$AAAA$${key32}`,
    `$scrypt$ln=1,r=1,p=0$AAAA$${key32}`,
    `$scrypt$ln=16,r=1,p=1$AAAA$${key32}`,
    '$scrypt$ln=1,r=1,p=1$A$A',
    `$pbkdf2$0$AAAA$${key20}`,
    '$pbkdf2$1$AAAA$A',
    `pbkdf2_sha256$0$salt$${key32}`,
    '$2b$05$abcdefghijklmnopqrstuAWG29KuyeAicPCJODk1zjyGvyQUU2awu',
    '{SSHA}AAAA',
    '{SSHA512}yrht1iYXEIkejLVu42JWkadd80RzYWx0c2FsdA==',
  ]
  for (const hash of damaged) assert.equal(passwords.importProblem(hash), 'unknown', hash)
  const smallest = [
    argon2('m=8,t=1,p=1', 'c29tZXNhbHQ', 'AAAAAA'),
    argon2('m=1024,t=1,p=99'),
    `$scrypt$ln=1,r=1,p=1$A$${key32}`,
    `$scrypt$ln=15,r=1,p=1$AAAA$${key32}`,
    `$scrypt$ln=1,r=1,p=19$AAAA$${key32}`,
    `$pbkdf2$1$-$${key20}`,
  ]
  for (const hash of smallest) {
    assert.equal(passwords.importProblem(hash), undefined, hash)
    assert.equal(await passwords.verify(hash, 'x'), false, hash)
  }
})

test('a salt and a key of argon2 are accepted exactly if the library can read them', async () => {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
  const ofLength = (length: number) => 'A'.repeat(length)
  const hashes = [
    ...Array.from({ length: 54 }, (_, index) => argon2('m=8,t=1,p=1', ofLength(11 + index))),
    ...Array.from({ length: 123 }, (_, index) => argon2('m=8,t=1,p=1', undefined, ofLength(6 + index))),
    ...[...alphabet].flatMap((last) => [
      argon2('m=8,t=1,p=1', ofLength(21) + last),
      argon2('m=8,t=1,p=1', ofLength(22) + last),
      argon2('m=8,t=1,p=1', undefined, ofLength(41) + last),
      argon2('m=8,t=1,p=1', undefined, ofLength(42) + last),
    ]),
  ]
  for (const hash of hashes) {
    const isReadable = await verifyArgon2(hash, 'x').then(
      () => true,
      () => false,
    )
    assert.equal(passwords.importProblem(hash) === undefined, isReadable, hash)
  }
})

test('without a stored password, no password is right', async () => {
  assert.equal(passwords.importProblem(unusableHash), undefined)
  for (const typed of ['!', '', 'password']) assert.equal(await passwords.verify(unusableHash, typed), false)
})

test('a separate salt is only for a digest', () => {
  assert.equal(withSalt('$2b$05$abcdefghijklmnopqrstuuWG29KuyeAicPCJODk1zjyGvyQUU2awu', 'salt'), undefined)
  assert.equal(withSalt('5f4dcc3b5aa765d61d8327deb882cf99:salt', 'more'), undefined)
  assert.equal(withSalt('5f4dcc3b5aa765d61d8327deb882cf99', 'x'.repeat(256)), undefined)
})

test('there are as many checks at once as cores, with a bounded queue, and the rest is turned away', async () => {
  const narrow = new Passwords(costs, () => 1, { all: 3, group: 3 }, randomBytes)
  await narrow.verify(undefined, 'warm up')
  const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => narrow.hash('x')))
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
  assert.equal(refused.length, 6)
  for (const { reason } of refused) assert.ok(reason instanceof GateFull)
  assert.ok(await narrow.hash('x'), 'and there is room again')
})

test('a place rests after its work, for which the caller does not wait', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  let restMs = 15
  const resting = new Passwords(costs, () => 1, { all: 100, group: 100 }, randomBytes, {
    restMs: () => restMs,
  })
  await resting.hash('first')
  const second = resting.hash('second')
  let isDone = false
  const third = resting.hash('third').then(() => (isDone = true))
  t.mock.timers.tick(14)
  await verifyArgon2(await passwords.hash('x'), 'x')
  assert.equal(resting.waiting, 2, 'nobody takes the place while it rests')
  t.mock.timers.tick(1)
  await second
  await verifyArgon2(await passwords.hash('x'), 'x')
  assert.ok(!isDone, 'it rests after each')
  restMs = 0
  t.mock.timers.tick(15)
  await third
  await resting.hash('the next one begins at once')
})

test('failures release their place', async () => {
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

for (const lasting of [999, 1000]) {
  const isLong = lasting === 1000
  test(`an outage of ${lasting} ms at one turn fails ${isLong ? 'all' : 'none'} of the waiting requests`, async () => {
    class Outage extends Error {}
    let now = 0
    const narrow = new Passwords(costs, () => 1, { all: 100, group: 100 }, randomBytes, {
      monotonic: () => now,
      isOutage: (error) => error instanceof Outage,
    })
    let turns = 0
    const atTurn = async () => {
      if (++turns > 1) return
      now += lasting
      throw new Outage()
    }
    const asked = Array.from({ length: 20 }, () => narrow.verify(undefined, 'x', undefined, atTurn))
    const outcomes = await Promise.allSettled(asked)
    const failed = outcomes.filter(({ status }) => status === 'rejected')
    assert.deepEqual([failed.length, turns], isLong ? [20, 1] : [1, 20])
    assert.equal(
      await narrow.verify(undefined, 'x', undefined, atTurn),
      false,
      'the next request gets a turn',
    )
  })
}

test('a check that takes too long is abandoned, releases its place and is not restarted', async () => {
  const narrow = new Passwords(costs, () => 1, { all: 100, group: 100 }, randomBytes, {
    timeoutMs: 20,
  })
  const slow = '$argon2id$v=19$m=65536,t=20,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'
  await assert.rejects(narrow.verify(slow, 'x'), HashUnusable)
  assert.ok(await narrow.hash('x'), 'there is room again')
  await assert.rejects(narrow.verify(slow, 'x'), /recently took too long/)
})
