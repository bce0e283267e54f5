// Every text of the pages and emails is used: an unused one would be translated for nobody.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { catalogue } from '../../src/texts/catalogue.ts'
import type { Naming } from '../../src/texts/filled.ts'
import { textIn } from '../../src/web/context/text.ts'
import { values } from '../../src/web/context/values.ts'

const root = join(import.meta.dirname, '../..')
const read = (pattern: string): string[] =>
  globSync(pattern, { cwd: root })
    .filter((file) => !file.includes('/text/'))
    .map((file) => readFileSync(join(root, file), 'utf8'))

/** The path of each text: `register.sent.heading`. */
function pathsOf(table: object): string[][] {
  return Object.entries(table).flatMap(([name, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null ? pathsOf(value).map((path) => [name, ...path]) : [[name]],
  )
}

/** Read as a property, or destructured from its table. */
const isRead = (source: string, name: string): boolean =>
  new RegExp(`(?:\\.|[{,]\\s*)${name}\\b(?!\\()|\\.${name}\\(`).test(source)

/**
 * Supports `menu[entry]`; `{ overview: words }` and `words[state]`; `const known: Record<string, string> =
 * words.actors`.
 */
function isChosenFrom(source: string, name: string): boolean {
  const [, alias] = new RegExp(`\\b${name}: (\\w+) }`).exec(source) ?? []
  return new RegExp(
    `\\b${name}\\[|Record<\\w+, string>>? = (?:\\w+\\.)+${name}\\b${alias === undefined ? '' : `|\\b${alias}\\[`}`,
  ).test(source)
}

/**
 * A table from which one text is chosen at run time (`menu[entry]`) counts as used completely, in a file that reads
 * everything leading to it; a table that a function gets as `words` counts by the names that the function reads.
 */
function isUsed(path: readonly string[], sources: readonly string[]): boolean {
  const [group = '', ...names] = path
  const key = names.at(-1) ?? group
  if (names[0] === 'flash') return sources.some((source) => source.includes(`'${group}.${key}'`))
  const parents = path.slice(0, -1)
  const isGiven = sources.some((source) => source.includes(`words.${key}`))
  return sources.some((source) => {
    const chosen = parents.findIndex((name) => isChosenFrom(source, name))
    const leading = chosen === -1 ? parents : parents.slice(0, chosen + 1)
    if (!leading.every((name) => isRead(source, name))) return false
    return chosen !== -1 || isGiven || isRead(source, key)
  })
}

test('the source reader finds unused texts', () => {
  const source = 'const { heading, sent } = text.register\nreturn words[sent.kind] + sent.explanation(name)'
  assert.ok(isUsed(['register', 'sent', 'explanation'], [source]))
  assert.ok(isUsed(['register', 'words', 'any'], [`${source} register.words[kind]`]))
  assert.ok(!isUsed(['register', 'sent', 'nothing'], [source]))
  assert.ok(!isUsed(['recover', 'sent', 'explanation'], [source]))
  assert.ok(!isUsed(['register', 'flash', 'created'], [source]))
})

test('every text of the pages is used', () => {
  const sources = read('src/web/**/*.ts')
  const unused = pathsOf(textIn('en')).filter((path) => !isUsed(path, sources))
  assert.deepEqual(
    unused.map((path) => path.join('.')),
    [],
  )
})

test('every text of mail is used', () => {
  const { notices, ...texts } = catalogue('en').mail
  const senders = read('src/{mail,domain,moving,jobs,cli}/**/*.ts')
  const unsent = Object.keys(notices).filter(
    (about) => !senders.some((source) => source.includes(`about: '${about}'`)),
  )
  const templates = read('src/mail/*.ts').join('\n')
  const kinds = Object.keys(texts).filter(
    (name) =>
      !new RegExp(`\\bmail\\.${name}\\b`).test(templates) &&
      !senders.some((source) => source.includes(`kind: '${name}'`)),
  )
  assert.deepEqual([...unsent, ...kinds], [])
})

test('every value of a text is in it, and a value without a text is alone', () => {
  const unused: string[] = []
  const compare = (naming: Naming, texts: Readonly<Record<string, unknown>>, path: string): void => {
    for (const [name, named] of Object.entries(naming)) {
      const text = texts[name]
      if (typeof named !== 'function') {
        compare(named, text as Readonly<Record<string, unknown>>, `${path}${name}.`)
        continue
      }
      const given = Object.keys((named as (...given: number[]) => object)(1, 1)).filter(
        (each) => each !== 'form',
      )
      const written = JSON.stringify(text)
      const missing =
        text === undefined ? given.slice(1) : given.filter((each) => !written.includes(`{${each}}`))
      unused.push(...missing.map((each) => `${path}${name}: {${each}}`))
    }
  }
  compare(values, catalogue('en').pages, '')
  assert.deepEqual(unused, [])
})
