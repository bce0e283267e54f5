// What a whole run loads first (untracked.ts) leaves node:test its suites.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'

describe('the hooks of a suite', () => {
  const ran: string[] = []
  before(async () => {
    await sleep(1)
    ran.push('first')
  })
  before(() => void ran.push('second'))

  test('run one after another, before its tests', () => assert.deepEqual(ran, ['first', 'second']))
})
