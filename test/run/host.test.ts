import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aboutHost, measureHost } from './host.ts'

test('a run begins with how fast the host is', () => {
  const began = performance.now()
  const tookMs = measureHost()
  assert.ok(tookMs > 0 && tookMs <= performance.now() - began)
  const about = (ms: number) => aboutHost(ms, { calculationMs: 20 }).replace(/ the one of .*/, '')
  assert.equal(about(20), 'this host is as fast as')
  assert.equal(about(46), 'this host is 2.3 times slower than')
  assert.equal(about(10), 'this host is faster than')
  assert.match(aboutHost(tookMs), /^this host is .* \(load \d+\.\d on \d+ cores\)$/)
})
