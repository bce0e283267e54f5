import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Gate, GateFull, GateTimeout } from '../../../src/lib/queue/gate.ts'

/** Work that ends on request. */
function pieces(gate: Gate, count: number) {
  const begun: (() => void)[] = []
  const ended = Array.from({ length: count }, () =>
    gate.run(() => new Promise<void>((end) => begun.push(end))),
  )
  return { begun, ended }
}

/** Lets everything that is ready continue. */
const settle = () => new Promise((resolve) => setImmediate(resolve))

test('a gate that becomes narrower admits nobody until there is room', async () => {
  let width = 3
  const { begun, ended } = pieces(new Gate(() => width, 10), 6)
  await settle()
  assert.equal(begun.length, 3)
  width = 1
  begun[0]?.()
  begun[1]?.()
  await settle()
  assert.equal(begun.length, 3, 'one is still inside')
  begun[2]?.()
  await settle()
  assert.equal(begun.length, 4)
  for (let next = 3; next < 6; next++) {
    begun[next]?.()
    await settle()
  }
  await Promise.all(ended)
})

test('a gate that becomes wider admits as many as there is room for', async () => {
  let width = 1
  const { begun, ended } = pieces(new Gate(() => width, 10), 5)
  await settle()
  assert.equal(begun.length, 1)
  width = 3
  begun[0]?.()
  await settle()
  assert.equal(begun.length, 4)
  for (let next = 1; next < 5; next++) {
    begun[next]?.()
    await settle()
  }
  await Promise.all(ended)
})

test('a caller that waits too long is turned away, and takes no place', async () => {
  const gate = new Gate(() => 1, 2)
  await gate.enter()
  const late = gate.enter(20)
  const patient = gate.enter(10_000)
  await assert.rejects(gate.enter(), GateFull)
  await assert.rejects(late, GateTimeout)
  gate.leave()
  await patient
  gate.leave()
  await gate.enter(1)
})
