// "Where do I put …" in docs/architecture.md names files and words that exist, placeholders filled in.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'

const root = join(import.meta.dirname, '../..')
const find = (pattern: string): string[] => globSync(pattern, { cwd: root })

/** Returns the first cell of each row, and what its second cell has in backquotes. */
function rowsOf(text: string): { thing: string; named: string[] }[] {
  return [...text.matchAll(/^\| (\w.*?) \| (.+) \|$/gm)].map(([, thing = '', places = '']) => ({
    thing,
    named: [...places.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
  }))
}

const isPath = (name: string): boolean => name.includes('/')

/** Returns the paths that match nothing, each placeholder standing for one name: `src/wire/<protocol>/errors.ts`. */
const nowhere = (named: readonly string[]): string[] =>
  named.filter(isPath).filter((path) => find(path.replaceAll(/<\w+>/g, '*')).length === 0)

/** Returns the words that no source file declares, as a function, a constant or a member. */
const undeclared = (named: readonly string[], sources: string): string[] =>
  named
    .filter((name) => /^[\w.]+$/.test(name))
    .filter((name) => {
      const last = name.split('.').at(-1)
      return !new RegExp(`(?:function|const) ${last}\\b|^ +(?:readonly )?${last}[?(:]`, 'm').test(sources)
    })

test('a path that leads nowhere and a word that nothing declares are found', () => {
  const [row] = rowsOf(
    '| | |\n| --- | --- |\n| a page | `src/<folder>/none.ts`, `src/wire/<protocol>/errors.ts`, `isNowhere`, `a.b` |\n',
  )
  assert.equal(row?.thing, 'a page')
  assert.deepEqual(nowhere(row?.named ?? []), ['src/<folder>/none.ts'])
  assert.deepEqual(undeclared(row?.named ?? [], 'interface A {\n  b: string\n}\n'), ['isNowhere'])
})

describe('where to put', () => {
  const text = readFileSync(join(root, 'docs/architecture.md'), 'utf8')
  const rows = rowsOf(text.split('\n## Where do I put …\n')[1] ?? '')
  assert.ok(rows.length > 10)
  const sources = find('src/**/*.ts')
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n')
  for (const { thing, named } of rows) {
    test(thing, () => {
      assert.deepEqual(nowhere(named), [], 'paths')
      assert.deepEqual(undeclared(named, sources), [], 'words')
    })
  }
})
