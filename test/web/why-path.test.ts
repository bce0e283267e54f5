// The steps into the game that somebody has taken, read from attempts, the newest first.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Why } from '../../src/domain/operation/why.ts'
import { alike, passedOf } from '../../src/web/pages/admin/records/why-path.ts'

type Told = Why['attempts'][number]

const told = (minute: number, step: Told['step'], outcome: Told['outcome'], message = step): Told => ({
  at: `2026-11-28T10:${String(minute).padStart(2, '0')}:00.000Z`,
  step,
  outcome,
  reason: outcome === 'ok' ? null : 'some',
  message,
  address: '192.0.2.1',
})

const passed = (...attempts: Told[]) => passedOf(attempts).map((step) => step.passed)

test('the way into the game is as far as the newest attempts', () => {
  assert.deepEqual(passed(), ['open', 'open', 'open'])
  const [signedIn, joined, asked] = [
    told(1, 'authenticate', 'ok'),
    told(2, 'join', 'ok'),
    told(3, 'hasJoined', 'ok'),
  ]
  assert.deepEqual(passed(asked, joined, signedIn), ['done', 'done', 'done'])
  assert.deepEqual(passed(told(4, 'refresh', 'refused'), asked, joined, signedIn), [
    'refused',
    'open',
    'open',
  ])
  assert.deepEqual(passed(told(4, 'join', 'refused'), asked, joined, signedIn), ['done', 'refused', 'open'])
  assert.deepEqual(passed(told(4, 'hasJoined', 'refused'), joined, signedIn), ['done', 'done', 'refused'])
  assert.deepEqual(passed(told(5, 'join', 'ok'), told(4, 'web', 'refused'), signedIn), [
    'done',
    'done',
    'open',
  ])
})

test('attempts that differ in their time alone are one line, with their number', () => {
  const groups = alike([
    told(5, 'join', 'refused'),
    told(4, 'join', 'refused'),
    told(3, 'join', 'ok'),
    told(2, 'join', 'refused'),
    { ...told(1, 'join', 'refused'), address: '192.0.2.2' },
  ])
  assert.deepEqual(
    groups.map(({ attempt, count }) => [attempt.at.slice(14, 16), count]),
    [
      ['05', 2],
      ['03', 1],
      ['02', 1],
      ['01', 1],
    ],
  )
})
