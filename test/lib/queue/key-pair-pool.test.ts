import assert from 'node:assert/strict'
import { test } from 'node:test'
import { processAsker } from '../../../src/lib/queue/fair-gate.ts'
import { GateFull } from '../../../src/lib/queue/gate.ts'
import { type KeyPair, KeyPairPool } from '../../../src/lib/queue/key-pair-pool.ts'

/** A pool whose key pairs are numbered, each made when the test requests it. */
function numbered(size: number, maxWaiting: number) {
  const asked: PromiseWithResolvers<KeyPair>[] = []
  const pool = new KeyPairPool(size, { all: maxWaiting, group: maxWaiting }, () => {
    const making = Promise.withResolvers<KeyPair>()
    asked.push(making)
    return making.promise
  })
  const finish = async (number: number) => {
    asked[number]?.resolve({ publicKey: Buffer.from([number]), privateKey: Buffer.alloc(0) })
    await new Promise(setImmediate)
  }
  const take = async () => (await pool.take(processAsker)).publicKey[0]
  return { pool, asked, finish, take }
}

test('pairs are made one at a time, and no two callers get the same one', async () => {
  const { asked, finish, take } = numbered(2, 10)
  const taken = [take(), take(), take()]
  for (let number = 0; number < 3; number++) {
    assert.equal(asked.length, number + 1)
    await finish(number)
  }
  for (let number = 3; number < 6; number++) await finish(number)
  assert.equal(new Set(await Promise.all(taken)).size, 3)
})

test('after the first the pool is filled, and no further', async () => {
  const { asked, finish, take } = numbered(2, 10)
  const first = take()
  for (let number = 0; number < 5; number++) await finish(number)
  assert.equal(await first, 0)
  assert.equal(asked.length, 3)
  const ready = [await take(), await take()]
  assert.deepEqual(ready.sort(), [1, 2])
  await new Promise(setImmediate)
  assert.equal(asked.length, 4, 'a pair that was taken is replaced')
})

test('a caller that waits while the pool is being filled gets the pair in progress', async () => {
  const { asked, finish, take } = numbered(1, 10)
  const first = take()
  await finish(0)
  assert.equal(await first, 0)
  assert.equal(asked.length, 2, 'one is being made in advance')
  const second = take()
  await finish(1)
  assert.equal(await second, 1)
})

test('a caller that would wait behind too many others is refused immediately', async () => {
  const { finish, take } = numbered(1, 2)
  const taken = [take(), take(), take()]
  await assert.rejects(take(), GateFull)
  for (let number = 0; number < 4; number++) await finish(number)
  assert.deepEqual((await Promise.all(taken)).length, 3)
})

test('a failure reaches the caller it was made for, and the next take tries again', async () => {
  const { asked, finish, take } = numbered(1, 10)
  const first = take()
  const broken = new Error('no entropy')
  asked[0]?.reject(broken)
  await assert.rejects(first, broken)
  await new Promise(setImmediate)
  asked[1]?.reject(broken)
  await new Promise(setImmediate)
  assert.equal(asked.length, 2, 'a pool that cannot be filled is left alone until the next take')
  const next = take()
  await finish(2)
  assert.equal(await next, 2)
})

test('a closed pool makes no pairs in advance', async () => {
  const { pool, asked, finish, take } = numbered(5, 10)
  const first = take()
  pool.close()
  await finish(0)
  assert.equal(await first, 0)
  assert.equal(asked.length, 1)
})
