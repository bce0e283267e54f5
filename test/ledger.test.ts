// Holds docs/protocol.md against the files and the tests that it names.
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

const root = new URL('../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')

const rows = read('docs/protocol.md')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (id|---) /.test(line))
  .map((line) => {
    const [id = '', gist = '', file = '', tests = '', ...rest] = line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim())
    assert.deepEqual(rest, [], `${id} has four cells`)
    return { id, gist, file, tests: tests.split('<br>').map((each) => each.trim()) }
  })

const open = ['not yet', 'no behaviour']
const held = rows.filter(({ tests }) => !open.includes(tests[0] ?? ''))

test('no id is there twice', () => {
  const seen = rows.map(({ id }) => id)
  assert.deepEqual(
    seen.filter((id, index) => seen.indexOf(id) !== index),
    [],
  )
})

test('every number of the protocol notes has its row', () => {
  const counts = { P: 7, L: 10, S: 8, K: 4, V: 1, J: 4, O: 9, D: 12 }
  const numbers = Object.entries(counts).flatMap(([letter, count]) =>
    Array.from({ length: count }, (_, index) => `${letter}${index + 1}`),
  )
  const ids = new Set(rows.map(({ id }) => id))
  assert.deepEqual(
    numbers.filter((number) => !ids.has(number)),
    [],
  )
})

test('the sentences of each part are numbered without a gap', () => {
  const last = new Map<string, number>()
  for (const { id } of rows) {
    const [part, number] = id.split('.')
    if (!part || number === undefined) continue
    assert.equal(Number(number), (last.get(part) ?? 0) + 1, id)
    last.set(part, Number(number))
  }
  assert.ok(last.size > 20)
})

test('a row has a file and a test, or says why not', () => {
  for (const { id, gist, file, tests } of rows) {
    assert.ok(gist, `${id} says what it is about`)
    if (file) assert.ok(existsSync(new URL(file, root)), `${id}: there is no ${file}`)
    if (open.includes(tests.join())) continue
    assert.ok(file, `${id} has a test but no file`)
    for (const each of tests) assert.match(each, /^test\/\S+\.test\.ts: \S/, id)
  }
})

test('every test that a row names is there', () => {
  for (const { id, tests } of held) {
    for (const each of tests) {
      const [path = '', ...title] = each.split(': ')
      assert.ok(existsSync(new URL(path, root)), `${id}: there is no ${path}`)
      assert.ok(titlesIn(path).includes(title.join(': ')), `${id}: ${path} has no test "${title.join(': ')}"`)
    }
  }
})

const known = new Map<string, string[]>()

function titlesIn(path: string): string[] {
  const titles =
    known.get(path) ??
    [...read(path).matchAll(/\btest\(\s*(['"`])(.*?)\1,/g)].map(([, , title]) => title ?? '')
  known.set(path, titles)
  return titles
}
