import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Servers } from '../../src/storage/postgres/servers.ts'

test('servers are asked in turns, and one that was silent last, for two seconds', () => {
  let now = 0
  const servers = new Servers(['one', 'two', 'three'], () => now)
  servers.moveOn('one')
  servers.moveOn('one')
  assert.equal(servers.current, 'two')
  servers.moveOn('two', true)
  servers.moveOn('three')
  servers.moveOn('one')
  assert.equal(servers.current, 'three')
  now = 2000
  servers.moveOn('three')
  servers.moveOn('one')
  assert.equal(servers.current, 'two')
})

test('if all are silent, all are asked in turns', () => {
  const servers = new Servers(['one', 'two'], () => 0)
  for (const [failed, next] of [
    ['one', 'two'],
    ['two', 'one'],
    ['one', 'two'],
  ] as const) {
    servers.moveOn(failed, true)
    assert.equal(servers.current, next)
  }
})

test('if another one takes writes, connections to the one before end, and new ones go there', () => {
  const servers = new Servers(['one', 'two'])
  const left: string[] = []
  servers.onReplaced((server) => left.push(server))
  servers.takesWrites('one')
  servers.takesWrites('one')
  assert.deepEqual(left, [])
  servers.takesWrites('two')
  assert.deepEqual([left, servers.current], [['two'], 'two'])
})
