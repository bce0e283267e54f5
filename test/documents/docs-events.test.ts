import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { auditEvents } from '../../src/model/records/audit.ts'

test('docs/webhooks.md has every event of the audit log once', () => {
  const page = readFileSync(new URL('../../docs/webhooks.md', import.meta.url), 'utf8')
  const [, table = ''] = /\n## Events\n([^]*?)\n\n[^|\n]/.exec(page) ?? []
  const cells = [...table.matchAll(/^\| (`.+?) \|/gm)].map(([, cell = '']) => cell)
  const events = [...cells.join().matchAll(/`([a-z_]+\.[a-z_]+)`/g)].map(([, event]) => event)
  assert.deepEqual(events.toSorted(), Object.keys(auditEvents()).toSorted())
})
