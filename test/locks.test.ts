import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

test('the lock files have no addresses, and nothing that npm warns of wrongly', () => {
  const script = fileURLToPath(new URL('../scripts/lock.ts', import.meta.url))
  const { status, stderr } = spawnSync(process.execPath, [script, '--check'], { encoding: 'utf8' })
  assert.equal(stderr, '')
  assert.equal(status, 0)
})
