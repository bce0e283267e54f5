// docs/security.md puts each table into a class of data, and its times of sessions are those of the settings.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { tables } from '../../src/storage/schema/schema.ts'

const page = readFileSync(new URL('../../docs/security.md', import.meta.url), 'utf8')
const settings = readFileSync(new URL('../../docs/configuration.md', import.meta.url), 'utf8')

const section = (heading: string): string => page.split(`${heading}\n`)[1]?.split(/^##/m)[0] ?? ''

test('each table is in one class of data', () => {
  const classes = [...section('## Classes of data').matchAll(/^\| (\w+): .* \| ([^|]+) \|$/gm)]
  assert.deepEqual(
    classes.map(([, name]) => name),
    ['secret', 'personal', 'internal', 'public'],
  )
  const named = classes.flatMap(([, , cell = '']) => [...cell.matchAll(/`(\w+)`/g)].map(([, table]) => table))
  assert.deepEqual(named.toSorted(), tables.toSorted())
})

test('the times of sessions are those of their settings', () => {
  const told = section('## Times of sessions')
  const days = (setting: string) => new RegExp(`\`${setting}\` \\| \`(\\d+)d\``).exec(settings)?.[1]
  const said = {
    NORN_SESSION_LIFETIME: /session of the pages \| (\d+) days \|/,
    NORN_ACCESS_TOKEN_LIFETIME: /launcher token \| (\d+) days after/,
    NORN_OAUTH_REFRESH_TOKEN_LIFETIME: /applications \| (\d+) days after/,
  }
  for (const [setting, words] of Object.entries(said))
    assert.equal(words.exec(told)?.[1], days(setting), setting)
})
