import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { FairTurns } from '../../../src/lib/queue/fair-turns.ts'

test('two networks take turns, and a waiting request is not overtaken by others of its network', async () => {
  const turns = new FairTurns()
  const begun: string[] = []
  const send = (network: string, count: number) => {
    for (let n = 0; n < count; n++) {
      const name = `${network}${(sent[network] = (sent[network] ?? 0) + 1)}`
      turns.begin([network], () => begun.push(name))
    }
  }
  const sent: Record<string, number> = {}
  const of = (network: string) => begun.filter((name) => name.startsWith(network))
  // The only one so far.
  send('b', 1)
  send('a', 20)
  send('b', 20)
  assert.deepEqual([of('a').length, of('b').length], [8, 1 + 8], 'in the first turn')
  await nextTurn()
  assert.deepEqual([of('a').length, of('b').length], [12, 1 + 12], 'in the next one')
  send('a', 1)
  while (begun.length < 42) await nextTurn()
  const inOrder = (network: string) => Array.from({ length: 21 }, (_, index) => `${network}${index + 1}`)
  assert.deepEqual([of('a'), of('b')], [inOrder('a'), inOrder('b')])
})

test('while only one network sends, all its requests begin immediately', () => {
  const turns = new FairTurns()
  let begun = 0
  for (let n = 0; n < 100; n++) turns.begin(['a'], () => begun++)
  assert.equal(begun, 100)
})
