// The installed packages are the tested ones, and everybody may redistribute them.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

const read = (path: string) => JSON.parse(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8'))

interface Locked {
  readonly version?: string
  readonly license?: string
  readonly integrity?: string
  readonly dev?: boolean
  readonly link?: boolean
}

test('package.json names exact versions', () => {
  for (const file of ['package.json', 'test/package.json']) {
    const { dependencies = {}, devDependencies = {}, optionalDependencies = {} } = read(file)
    const all = Object.entries<string>({ ...dependencies, ...devDependencies, ...optionalDependencies })
    assert.ok(all.length > 0)
    // An alias names a package and its version.
    const loose = all.filter(([, version]) => !/^(?:npm:.+@)?\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version))
    assert.deepEqual(loose, [], file)
  }
})

/**
 * Licenses under which a program of Apache-2.0 may carry a package; LGPL is for libvips, which is a file of its
 * own.
 */
const allowed = [
  '0BSD',
  'Apache-2.0',
  'Apache-2.0 AND LGPL-3.0-or-later',
  'Apache-2.0 AND LGPL-3.0-or-later AND MIT',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
]

test('every shipped package has a license that allows it, and a checksum in the lock file', () => {
  const { packages } = read('package-lock.json') as { packages: Record<string, Locked> }
  const shipped = Object.entries(packages).filter(
    ([path, { dev, link }]) => path.includes('node_modules/') && !dev && !link,
  )
  assert.ok(shipped.length > 100)
  const foreign = shipped.filter(([, { license = 'none' }]) => !allowed.includes(license))
  assert.deepEqual(
    foreign.map(([path, { license }]) => [path, license]),
    [],
  )
  assert.deepEqual(
    shipped.filter(([, { integrity = '' }]) => !integrity.startsWith('sha512-')).map(([path]) => path),
    [],
  )
})
