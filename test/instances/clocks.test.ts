// Instances whose clocks differ by a minute: one is fast, one is slow, one is right.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Secret, TOTP } from 'otpauth'
import { findAccount } from '../../src/domain/accounts/find.ts'
import { rotateKey } from '../../src/domain/operation/rotate-key.ts'
import { enableSecondFactor } from '../../src/domain/sign-in/second-factor.ts'
import { sweep } from '../../src/jobs/sweep.ts'
import { operator } from '../service.ts'
import { authenticate, hasJoined, join, signIn, startInstances, validate } from './instances.ts'

const minute = 60_000

async function startSkewed(...given: Parameters<typeof startInstances>) {
  const instances = await startInstances(...given)
  const [right, fast, slow] = instances
  fast.advance(minute / 2)
  slow.advance(-minute / 2)
  return { instances, right, fast, slow }
}

test('tokens of any instance work on all of them, and so do joins', async (t) => {
  const { instances } = await startSkewed(t)
  const account = await instances[0].account()
  for (const issuer of instances) {
    const token = await signIn(issuer, account)
    for (const asked of instances) {
      assert.equal((await validate(asked, token)).status, 200)
      for (const server of instances) {
        assert.equal((await join(asked, account, token, 'server')).status, 200)
        assert.equal((await hasJoined(server, account.username, 'server')).status, 200)
      }
    }
  }
})

test('a fast instance sweeps away nothing that others still need', async (t) => {
  const { right, fast, slow } = await startSkewed(t)
  const account = await right.account()
  const token = await signIn(slow, account)
  await join(slow, account, token, 'server')
  await sweep(fast.context)
  assert.equal((await validate(right, token)).status, 200)
  assert.equal((await hasJoined(right, account.username, 'server')).status, 200)
})

test('a TOTP code for the right time works on any instance', async (t) => {
  const { instances, right } = await startSkewed(t)
  for (const instance of instances) {
    const account = await right.account()
    const found = await findAccount(right.context, account.id)
    assert.ok(found)
    const { secret } = await enableSecondFactor(right.context, operator, found)
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: right.now() })
    assert.equal((await authenticate(instance, account, `${account.password}:${code}`)).status, 200)
  }
})

test('a key created by a fast or slow instance is known everywhere', async (t) => {
  const { instances, fast, slow } = await startSkewed(t)
  const account = await fast.account()
  for (const maker of [fast, slow, fast]) {
    await rotateKey(maker.context, operator, 'tokens', { isStolen: false })
    for (const issuer of instances) {
      const token = await signIn(issuer, account)
      for (const asked of instances) assert.equal((await validate(asked, token)).status, 200)
    }
  }
})

test('the end of a token takes effect within a minute', async (t) => {
  const { right, fast, slow } = await startSkewed(t, { NORN_ACCESS_TOKEN_LIFETIME: '10m' })
  const account = await right.account()
  const token = await signIn(right, account)
  for (const instance of [right, fast, slow]) instance.advance(10 * minute)
  assert.equal((await validate(slow, token)).status, 200)
  const expired = await validate(fast, token)
  assert.deepEqual([expired.status, expired.json.errorMessage], [401, 'Token expired.'])
})

test('a budget of guesses differs by no more than what refills in the difference', async (t) => {
  const { fast, slow } = await startSkewed(t, {
    NORN_GUESS_ADDRESS_ACCOUNT: '12',
    NORN_GUESS_REFILL: '60s',
  })
  const account = await fast.account()
  let tried = 0
  for (let guess = 0; guess < 20; guess++) {
    const answer = await authenticate(guess % 2 === 0 ? fast : slow, account, 'wrong')
    if (answer.status === 401) tried++
  }
  // A minute lies between the two: the slow one refuses one guess earlier, and no guess is granted twice.
  assert.equal(tried, 12)
})
