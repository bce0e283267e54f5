import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '..')
const src = join(root, 'src')

/** What each folder may import from, besides itself: the table of docs/architecture.md. */
const allowed: Record<string, readonly string[]> = {
  lib: [],
  model: ['lib'],
  config: ['lib'],
  storage: ['model', 'lib'],
  domain: ['storage', 'model', 'config', 'lib'],
  protocol: ['model', 'lib'],
  http: ['protocol', 'domain', 'model', 'config', 'lib'],
  cli: ['http', 'protocol', 'domain', 'storage', 'model', 'config', 'lib', ''],
}

const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))

function importsOf(file: string): string[] {
  const text = readFileSync(join(src, file), 'utf8')
  return [...text.matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)].map(([, path]) =>
    relative(src, join(src, dirname(file), path ?? '')),
  )
}

const folderOf = (file: string): string => (file.includes('/') ? (file.split('/')[0] ?? '') : '')

test('imports run one way', () => {
  const offences = files.flatMap((file) => {
    const folder = folderOf(file)
    if (folder === '') return []
    const may = allowed[folder]
    assert.ok(may, `src/${folder} is no folder of docs/architecture.md`)
    return importsOf(file)
      .filter((imported) => folderOf(imported) !== folder && !may.includes(folderOf(imported)))
      .map((imported) => `src/${file} imports src/${imported}`)
  })
  assert.deepEqual(offences, [])
})

test('the table of docs/architecture.md is the one that this test holds', () => {
  const text = readFileSync(join(root, 'docs/architecture.md'), 'utf8')
  for (const [folder, may] of Object.entries(allowed)) {
    const row = text.match(new RegExp(`^\\| \`${folder}\` \\|([^|]*)\\|`, 'm'))
    assert.ok(row, `docs/architecture.md has a row for ${folder}`)
    const cell = (row[1] ?? '').trim()
    if (cell === 'all') continue
    assert.deepEqual(cell.split(', ').filter(Boolean), may, `row of ${folder}`)
  }
})

/** Tables may be longer. */
const tables = ['config/options.ts']

test('no file is longer than 300 lines', () => {
  const long = files.filter(
    (file) => !tables.includes(file) && readFileSync(join(src, file), 'utf8').split('\n').length > 300,
  )
  assert.deepEqual(long, [])
})

/** Time and chance come in as parameters; the environment is read in one place. */
const globals: Record<string, readonly string[]> = {
  'Date.now(': ['lib/clock.ts'],
  'new Date()': [],
  'Math.random(': [],
  'randomUUID(': ['lib/random.ts'],
  'randomBytes(': ['lib/random.ts'],
  'process.env': ['config/load.ts'],
}

for (const [call, homes] of Object.entries(globals)) {
  test(`${call} stands only where it belongs`, () => {
    const offences = files.filter(
      (file) => !homes.includes(file) && readFileSync(join(src, file), 'utf8').includes(call),
    )
    assert.deepEqual(offences, [])
  })
}

test('transactions are begun in one place', () => {
  const begun = /\.transaction\(\)|startTransaction\(|\.connection\(\)/
  const beginners = files.filter((file) => begun.test(readFileSync(join(src, file), 'utf8')))
  assert.deepEqual(beginners, ['storage/transactions.ts'])
})

test("the game's name stands in no code of ours", () => {
  const named = files.filter((file) => /minecraft|mojang/i.test(readFileSync(join(src, file), 'utf8')))
  // Two constants that authlib-injector has built in: a path and a name that no setting changes.
  assert.deepEqual(named, ['protocol/authlib-injector/vendor-words.ts'])
})
