import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { servicesErrors } from '../src/protocol/services/errors.ts'
import { vendorErrors } from '../src/protocol/vendor/errors.ts'
import type { WireErrors } from '../src/protocol/wire-error.ts'
import { yggdrasilErrors } from '../src/protocol/yggdrasil/errors.ts'

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

/** Heading in docs/errors.md, and the table that it shows. */
const tables: Record<string, WireErrors> = {
  'Launcher, session and lookup requests': yggdrasilErrors,
  "The vendor's layout and the authlib-injector root": vendorErrors,
  "The vendor's services": servicesErrors,
}

for (const [heading, table] of Object.entries(tables)) {
  test(`the catalogue under "${heading}" is the error table, row for row`, () => {
    const inCode = Object.entries(table).map(([reason, { status, error, errorMessage }]) => [
      reason,
      String(status),
      error,
      errorMessage,
    ])
    assert.deepEqual(rowsUnder(heading), inCode)
  })
}

test('the catalogue explains every reason, and no other', () => {
  const explained = rowsUnder('Reasons').map(([reason]) => reason)
  assert.deepEqual(explained, Object.keys(yggdrasilErrors))
})
