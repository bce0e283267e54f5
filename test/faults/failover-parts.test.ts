// The judgement of "npm run failover". The command itself takes minutes, and programs from Debian.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { judge } from '../../failover/judge.ts'
import { wrongOf } from '../../failover/writes.ts'

const struck = { kind: 'kill', on: 'one', strike: 1000, promotion: 5000, back: 6000 }

test('writes are back if one is answered within ten seconds, and none that begins later is refused', () => {
  const refused = { begun: 10_900, isAnswered: false, unanswered: 1 }
  const { wrong, line } = judge(struck, [{ begun: 900, isAnswered: false, unanswered: 1 }, refused])
  assert.deepEqual(wrong, [])
  assert.match(line, /^kill of one: another one leads after 4\.0 s, writes are back after 5\.0 s/)
  assert.match(line, /the last refused one began after 9\.9 s; 1 were refused$/)
  const late = judge({ ...struck, back: 11_100 }, [{ begun: 11_100, isAnswered: false, unanswered: 1 }])
  assert.deepEqual(late.wrong, [
    'kill: writes were back after 10.1 s',
    'kill: a write that began after 10.1 s was refused',
  ])
})

test('two game servers may not both be told yes, and one has to be unless an answer was lost', () => {
  const [yes, no, lost] = [
    { yes: 1, no: 0, unanswered: 0 },
    { yes: 0, no: 1, unanswered: 0 },
    { yes: 0, no: 1, unanswered: 1 },
  ]
  assert.deepEqual(wrongOf('x', [yes, no]), [])
  assert.deepEqual(wrongOf('x', [lost, no]), [])
  assert.deepEqual(wrongOf('x', [yes, yes]), ['2 game servers were told yes to the join x'])
  assert.deepEqual(wrongOf('x', [no, no]), ['the join x was lost'])
})
