// Checks docs/protocol against the code: each row of the ledger, and every link and test that a page names.
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { anchors, headings, withoutCode } from './anchors.ts'

const root = new URL('../..', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')

const folder = 'docs/protocol/'
const pages = new Map(
  readdirSync(new URL(folder, root))
    .filter((name) => name.endsWith('.md'))
    .map((name) => [name, read(folder + name)]),
)

const ledger = pages.get('ledger.md') ?? ''
const testsIn = (cell: string): string[] => cell.split('<br>').map((each) => each.trim())

/** Returns the cells of the rows of all tables below a heading of the ledger. */
function rowsBelow(heading: string): string[][] {
  const section = ledger.split(/^## /m).find((text) => text.startsWith(`${heading}\n`)) ?? ''
  return section
    .split('\n')
    .filter((line) => line.startsWith('| ') && !/^\| (id|section|---) /.test(line))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
}

const rows = rowsBelow('Statements and decisions').map(
  ([id = '', gist = '', where = '', file = '', tests = '', ...rest]) => {
    assert.deepEqual(rest, [], `${id} has five cells`)
    return { id, gist, where, file, tests: testsIn(tests) }
  },
)
const sections = rowsBelow('Sections').map(([where = '', tests = '', ...rest]) => {
  assert.deepEqual(rest, [], `${where} has two cells`)
  return { where, tests: testsIn(tests) }
})
const link = /^\[[^\]]+\]\([a-z0-9-]*(\.md)?(#[\w-]+)?\)$/i

const open = ['not yet', 'no behaviour']

/** The numbers of the protocol's decisions, except for those on OAuth (O). */
const decisions = numbers({ P: 8, L: 17, S: 13, K: 5, V: 5, J: 6 })

function numbers(counts: Record<string, number>): string[] {
  return Object.entries(counts).flatMap(([letter, count]) =>
    Array.from({ length: count }, (_, index) => `${letter}${index + 1}`),
  )
}

test('no id occurs twice', () => {
  const seen = rows.map(({ id }) => id)
  assert.deepEqual(
    seen.filter((id, index) => seen.indexOf(id) !== index),
    [],
  )
})

test('every decision has its row', () => {
  const ids = new Set(rows.map(({ id }) => id))
  assert.deepEqual(
    [...decisions, ...numbers({ O: 9 })].filter((number) => !ids.has(number)),
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

test('a row has a place, a file and a test, or says why not', () => {
  for (const { id, gist, where, file, tests } of rows) {
    assert.ok(gist, `${id} says what it is about`)
    assert.match(where, link, `${id} says where`)
    if (file) assert.ok(existsSync(new URL(file, root)), `${id}: there is no ${file}`)
    if (open.includes(tests.join())) continue
    assert.ok(file, `${id} has a test but no file`)
    for (const each of tests) assert.match(each, /^test\/\S+\.test\.ts: \S/, id)
  }
})

test('every test that a row names exists', () => {
  for (const { id, tests } of rows) {
    for (const each of tests) if (!open.includes(each)) isThere(each, id)
  }
})

test('every section that the ledger names has a link and existing tests', () => {
  assert.ok(sections.length > 60)
  for (const { where, tests } of sections) {
    assert.match(where, link)
    for (const each of tests) isThere(each, where)
  }
})

test('only the ledger names tests, and every one that it names exists', () => {
  for (const [name, page] of pages) {
    assert.doesNotMatch(withoutCode(page), /^Held by/m, name)
    for (const [, , each = ''] of withoutCode(page).matchAll(
      /(?<!`)(`{1,2})(test\/\S+\.test\.ts: .+?)\1(?!`)/g,
    ))
      isThere(each, name)
  }
})

test('each decision has one heading, which states it, on the page that its row links to', () => {
  for (const number of decisions) {
    const headed = [...pages].filter(([, page]) =>
      headings(page).some((each) => each.startsWith(`${number}: `)),
    )
    const [[name = ''] = []] = headed
    assert.equal(
      headed.length,
      1,
      `${number} is headed on ${headed.map(([page]) => page).join(', ') || 'no page'}`,
    )
    const section = withoutCode(pages.get(name) ?? '').split(new RegExp(`^### ${number}: .+$`, 'm'))[1] ?? ''
    assert.match(section.trimStart(), /^[^#\s]/, `${name} says nothing below ${number}`)
    const where = rows.find(({ id }) => id === number)?.where ?? ''
    assert.ok(
      where.includes(`](${name}#${number.toLowerCase()}-`),
      `${number} is on ${name}, its row says ${where}`,
    )
  }
})

test('every link of a page leads somewhere', () => {
  const links = [...pages].flatMap(([name, page]) =>
    [...withoutCode(page).matchAll(/\]\(([^)#\s]*)(?:#([^)\s]*))?\)/g)].map(([, target = '', anchor]) => ({
      name,
      target,
      anchor,
    })),
  )
  assert.ok(links.length > rows.length)
  const broken = links.filter(({ name, target, anchor }) => {
    if (/^https?:/.test(target)) return false
    const url = new URL(target || name, new URL(folder, root))
    return !existsSync(url) || (anchor !== undefined && !anchors(readFileSync(url, 'utf8')).has(anchor))
  })
  assert.deepEqual(broken, [])
})

function isThere(named: string, by: string): void {
  const [path = '', ...title] = named.split(': ')
  assert.ok(existsSync(new URL(path, root)), `${by}: there is no ${path}`)
  assert.ok(titlesIn(path).includes(title.join(': ')), `${by}: ${path} has no test "${title.join(': ')}"`)
}

const known = new Map<string, string[]>()

function titlesIn(path: string): string[] {
  const titles =
    known.get(path) ??
    [...read(path).matchAll(/\b(?:test|attackBoth|attackStored)\(\s*(['"`])(.*?)\1,/g)].map(
      ([, , title]) => title ?? '',
    )
  known.set(path, titles)
  return titles
}
