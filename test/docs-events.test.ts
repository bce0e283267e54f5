import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { auditEvents } from '../src/model/audit.ts'

test('docs/webhooks.md has every event of the audit log, in its words', () => {
  const page = readFileSync(new URL('../docs/webhooks.md', import.meta.url), 'utf8')
  const rows = [...page.matchAll(/^\| `([a-z_]+\.[a-z_]+)` \| ([^|]+) \|/gm)]
  assert.deepEqual(
    rows.map(([, event, words]) => [event, words]),
    Object.entries(auditEvents),
  )
})
