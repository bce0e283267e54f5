// The kit is for every account server, so nothing but its results names one.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const kit = join(import.meta.dirname, '../../kit')

test('neither the sources of the kit nor its README name this product', () => {
  const files = ['README.md', 'package.json', ...globSync('src/**/*.ts', { cwd: kit })]
  assert.ok(files.length > 50)
  const naming = files.filter((file) => /norn/i.test(readFileSync(join(kit, file), 'utf8')))
  assert.deepEqual(naming, [])
})
