import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { errorTables } from '../scripts/error-tables.ts'
import { yggdrasilErrors } from '../src/wire/yggdrasil/errors.ts'

const catalogue = readFileSync(new URL('../docs/errors.md', import.meta.url), 'utf8')

/** The cells of the rows under a heading whose first cell is a reason code. */
function rowsUnder(heading: string): string[][] {
  const section = catalogue.split(/^## /m).find((text) => text.startsWith(`${heading}\n`))
  assert.ok(section, `docs/errors.md has a section "${heading}"`)
  return section
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim().replaceAll('`', '')),
    )
}

for (const [heading, table] of Object.entries(errorTables)) {
  test(`the catalogue under "${heading}" is the error table, row for row`, () => {
    const inCode = Object.entries(table).map(([reason, words]) =>
      [reason].concat(Object.values(words).map(String)),
    )
    assert.deepEqual(rowsUnder(heading), inCode)
  })
}

test('the catalogue explains every reason, and no other', () => {
  const explained = rowsUnder('Reasons').map(([reason]) => reason)
  assert.deepEqual(explained, Object.keys(yggdrasilErrors))
})

test("a refusal is one of the protocol's two errors, or one of HTTP's own", () => {
  const http = ['Not Found', 'Method Not Allowed', 'Service Unavailable', 'Internal Server Error']
  const illegal = [400, 413, 415]
  const forbidden = [401, 403, 429]
  for (const [reason, { status, error, errorMessage }] of Object.entries(yggdrasilErrors)) {
    if (error === 'IllegalArgumentException') assert.ok(illegal.includes(status), reason)
    else if (error === 'ForbiddenOperationException') assert.ok(forbidden.includes(status), reason)
    else assert.ok(http.includes(error), reason)
    assert.match(errorMessage, /\S \S/, reason)
  }
})
