// docs/protocol/admin.md names every field that the body of a request may have.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { buildApp } from '../../src/app.ts'
import { Metrics } from '../../src/http/observe/metrics.ts'
import { migrated } from '../databases.ts'
import { startService } from '../service.ts'

const page = join(import.meta.dirname, '../../docs/protocol/admin.md')

/** Returns the row of the page for a request, such as `POST /servers`. Its body may be described above the row. */
const rowOf = (rows: readonly string[], method: string, path: string): string | undefined =>
  rows.find((row) => row.startsWith(`| \`${method.toUpperCase()} ${path}\``))

test('each field of a body that makes or changes something is in its row', async (t) => {
  const database = await migrated.sqlite()
  const service = await startService(database.url)
  const app = buildApp(service.context, new Metrics(service.context))
  t.after(async () => {
    await app.close()
    await service.close()
    await database.drop()
  })
  await app.ready()
  const { paths = {} } = app.swagger() as { paths?: Record<string, Record<string, any>> }
  const rows = readFileSync(page, 'utf8').split('\n')
  const missing: string[] = []
  let compared = 0
  for (const [url, methods] of Object.entries(paths)) {
    const path = url.replace('/api/v1', '')
    for (const [method, { requestBody }] of Object.entries(methods)) {
      const schema = requestBody?.content?.['application/json']?.schema
      const row = rowOf(rows, method, path)
      if (!url.startsWith('/api/v1/') || schema?.properties === undefined || row === undefined) continue
      for (const field of Object.keys(schema.properties)) {
        compared += 1
        const isNamed = row.includes(`\`${field}\``) || row.includes(' as below ')
        if (!isNamed) missing.push(`${method} ${path}: ${field}`)
      }
    }
  }
  assert.deepEqual(missing, [])
  assert.ok(compared > 60, `only ${compared} fields were compared`)
})
