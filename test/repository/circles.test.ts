// The imports of the whole repository: the service, the kit, scripts, tests, faults, benchmarks.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { importsOf, withoutComments } from './imports.ts'

const root = join(import.meta.dirname, '../..')
const files = globSync('**/*.{ts,mts,cts,js,mjs,cjs}', {
  cwd: root,
  exclude: ['**/node_modules/**', '**/dist/**', '**/.*/**'],
}).toSorted()

/** Maps each file to those that it imports, by type, at run time or on demand. */
const graph = new Map(
  files.map((file) => {
    const text = withoutComments(readFileSync(join(root, file), 'utf8'))
    const imported = importsOf(text).filter((each) => each.startsWith('.'))
    return [file, imported.map((each) => join(dirname(file), each))]
  }),
)

/** Returns each way from a file back to itself. */
function circlesIn(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const done = new Set<string>()
  const circles: string[] = []
  const visit = (file: string, path: readonly string[]): void => {
    if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file].join(' > '))
    if (done.has(file)) return
    done.add(file)
    for (const next of graph.get(file) ?? []) visit(next, [...path, file])
  }
  for (const file of graph.keys()) visit(file, [])
  return circles
}

test('every form of import is found', () => {
  const text = `
    import a from './a.ts'
    import './b.ts'
    const c = await import('./c.ts')
    const d = require("./d.ts")
    const e = new URL('./e.ts', import.meta.url)
    const f = new URL(\`./f\${extension}\`, import.meta.url)
    export { g } from 'g'`
  assert.deepEqual(importsOf(text), ['./a.ts', './b.ts', './c.ts', './d.ts', './e.ts', './f', 'g'])
})

test('a circle is found', () => {
  const known = { a: ['b'], b: ['c', 'e'], c: ['d'], d: ['b'], e: [] }
  assert.deepEqual(circlesIn(new Map(Object.entries(known))), ['b > c > d > b'])
})

test('no file of the repository imports itself through others', () => {
  for (const folder of [
    'bench',
    'crash',
    'failover',
    'faults',
    'fuzz',
    'kit',
    'scripts',
    'soak',
    'src',
    'starve',
    'test',
  ])
    assert.ok(
      files.some((file) => file.startsWith(`${folder}/`)),
      folder,
    )
  assert.deepEqual(circlesIn(graph), [])
})
