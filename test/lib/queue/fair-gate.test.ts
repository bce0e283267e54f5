import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Asker, FairGate } from '../../../src/lib/queue/fair-gate.ts'
import { GateFull } from '../../../src/lib/queue/gate.ts'

/** Lets everything that is ready continue. */
const settle = () => new Promise((resolve) => setImmediate(resolve))

/** A gate whose work is named, and ends one piece at a time. */
function gate(limits: { all: number; group: number }, width = () => 1) {
  const fair = new FairGate(width, limits)
  const begun: string[] = []
  const refused: string[] = []
  const ends: (() => void)[] = []
  const ask = (name: string, asker: Asker) =>
    fair
      .run(
        asker,
        () =>
          new Promise<void>((end) => {
            begun.push(name)
            ends.push(end)
          }),
      )
      .catch((error: unknown) => {
        assert.ok(error instanceof GateFull)
        refused.push(name)
      })
  const finish = async () => {
    for (let end = ends.shift(); end; end = ends.shift()) {
      end()
      await settle()
    }
  }
  return { ask, begun, refused, finish, endOne: () => ends.shift()?.() }
}

const at = (...groups: string[]): Asker => ({ groups })

test('groups take turns, and each is served in order', async () => {
  const { ask, begun, refused, finish } = gate({ all: 100, group: 50 })
  for (let n = 0; n < 6; n++) void ask(`a${n}`, at('a'))
  for (const name of ['b0', 'b1']) void ask(name, at('b'))
  void ask('c0', at('c'))
  await settle()
  await finish()
  assert.deepEqual(begun, ['a0', 'a1', 'b0', 'c0', 'a2', 'b1', 'a3', 'a4', 'a5'])
  assert.deepEqual(refused, [])
})

test('all members of a wide group share one turn, in which its groups take turns', async () => {
  const { ask, begun, finish } = gate({ all: 100, group: 50 })
  for (let n = 0; n < 4; n++) void ask(`a${n}`, at('48', '56', String(n % 2)))
  void ask('d', at('48', 'other', '0'))
  for (const name of ['b0', 'b1']) void ask(name, at('b'))
  await settle()
  await finish()
  assert.deepEqual(begun, ['a0', 'a1', 'b0', 'd', 'b1', 'a2', 'a3'])
})

test('a known client is next at least every second time, and known clients take turns too', async () => {
  const { ask, begun, finish } = gate({ all: 100, group: 50 })
  for (let n = 0; n < 4; n++) void ask(`a${n}`, at('a'))
  for (let n = 0; n < 3; n++) void ask(`k${n}`, { groups: ['k'], isKnown: true })
  void ask('l', { groups: ['l'], isKnown: true })
  await settle()
  await finish()
  assert.deepEqual(begun, ['a0', 'k0', 'a1', 'l', 'a2', 'k1', 'a3', 'k2'])
})

test('a group gets no more places than its own, even if others are free', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const { ask, begun, refused, finish } = gate({ all: 100, group: 3 })
  for (let n = 0; n < 10; n++) void ask(`a${n}`, at('a', String(n)))
  void ask('b', at('b'))
  await settle()
  // The first one immediately, and each of the others a little later: otherwise all would return at the same
  // moment.
  assert.deepEqual(refused, ['a4'])
  t.mock.timers.tick(2)
  await settle()
  assert.deepEqual(refused, ['a4', 'a5'])
  for (let n = 0; n < 4; n++) t.mock.timers.tick(2)
  await settle()
  assert.deepEqual(refused, ['a4', 'a5', 'a6', 'a7', 'a8', 'a9'])
  await finish()
  assert.deepEqual(begun, ['a0', 'a1', 'b', 'a2', 'a3'])
})

test('in a full queue there is room for a client with fewer entries than others', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const { ask, begun, refused, finish } = gate({ all: 4, group: 4 })
  for (let n = 0; n < 5; n++) void ask(`a${n}`, at('a'))
  void ask('b0', at('b'))
  void ask('b1', at('b'))
  void ask('b2', at('b'))
  void ask('c', at('c'))
  await settle()
  for (let n = 0; n < 3; n++) t.mock.timers.tick(2)
  await settle()
  // b2 would make b longer than a; c takes a place from one of the two longest.
  assert.deepEqual(refused, ['a4', 'a3', 'b2', 'a2'])
  await finish()
  assert.deepEqual(begun, ['a0', 'a1', 'b0', 'c', 'b1'])
})

test('the width is evaluated each time, and failures release their place', async () => {
  let width = 1
  const { ask, begun, finish, endOne } = gate({ all: 100, group: 50 }, () => width)
  for (let n = 0; n < 6; n++) void ask(`a${n}`, at('a'))
  await settle()
  assert.equal(begun.length, 1)
  width = 3
  endOne()
  await settle()
  assert.equal(begun.length, 4)
  await finish()
  assert.equal(begun.length, 6)

  const fair = new FairGate(() => 1, { all: 2, group: 2 })
  await assert.rejects(
    fair.run(at('a'), () => Promise.reject(new Error('broken'))),
    /broken/,
  )
  await fair.run(at('a'), async () => undefined)
})
