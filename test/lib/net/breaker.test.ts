import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { Breaker, BreakerOpen } from '../../../src/lib/net/breaker.ts'

let now = 0
let breaker: Breaker
const broken = new Error('broken')
const fail = () =>
  assert.rejects(
    breaker.run(() => Promise.reject(broken)),
    broken,
  )
const refused = () =>
  assert.rejects(
    breaker.run(() => assert.fail('the work was done')),
    BreakerOpen,
  )
const succeed = async () => assert.equal(await breaker.run(() => Promise.resolve('done')), 'done')

describe('breaker', () => {
  beforeEach(() => {
    now = 1_000_000
    breaker = new Breaker(() => now, 3, 10_000)
  })

  test('passes on what the work returns and throws, until the last allowed failure', async () => {
    await succeed()
    for (let failures = 0; failures < 3; failures++) await fail()
    await refused()
  })

  test('a success in between resets the count', async () => {
    for (let rounds = 0; rounds < 5; rounds++) {
      await fail()
      await fail()
      await succeed()
    }
    for (let failures = 0; failures < 3; failures++) await fail()
    await refused()
  })

  test('stays open for the pause, to the millisecond, and closes after a success', async () => {
    for (let failures = 0; failures < 3; failures++) await fail()
    now += 9999
    await refused()
    now += 1
    await succeed()
    await succeed()
  })

  test('after the pause one call is let through, and its failure opens the breaker for another pause', async () => {
    for (let failures = 0; failures < 3; failures++) await fail()
    now += 10_000
    const probe = Promise.withResolvers<void>()
    const probing = breaker.run(() => probe.promise)
    await refused()
    now += 5000
    probe.reject(broken)
    await assert.rejects(probing, broken)
    now += 9999
    await refused()
    now += 1
    await succeed()
  })

  test('a probe that never ends does not keep it open forever', async () => {
    for (let failures = 0; failures < 3; failures++) await fail()
    now += 10_000
    void breaker.run(() => new Promise(() => undefined))
    await refused()
    now += 10_000
    await succeed()
  })
})
