// The SBOM and the shipped files: neither has a package that the other lacks.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { run } from './spaces.ts'

interface Sbom {
  readonly components: readonly { name: string; version: string; purl: string; type: string }[]
}

/** A package for another architecture is in the image only. */
const isElsewhere = (name: string): boolean => /-arm64(?:-|$)/.test(name)

export function trySbom(out: string, tarball: string): void {
  const { components } = JSON.parse(readFileSync(join(out, 'sbom.cdx.json'), 'utf8')) as Sbom
  const listed = components
    .filter(({ purl, type, name }) => purl.startsWith('pkg:npm/') && type === 'library' && !isElsewhere(name))
    .map(({ name, version }) => `${name} ${version}`)
  assert.deepEqual(listed.toSorted(), shippedIn(tarball))
  for (const name of ['node', 'libc6', 'libstdc++6'])
    assert.ok(
      components.some((each) => each.name === name),
      name,
    )
}

/** Name and version of each package in the tarball, read from its files. */
function shippedIn(tarball: string): string[] {
  const isPackage = /\/node_modules\/(?:@[^/]+\/)?[^/]+\/package\.json$/
  const names = run('tar', ['--list', '--file', tarball])
    .split('\n')
    .filter((name) => isPackage.test(name))
  const printed = run('tar', ['--extract', '--to-command=cat; printf "\\0"', '--file', tarball, ...names])
  const packages = printed.split('\0').filter((text) => text.trim() !== '')
  const shipped = packages.map((text) => JSON.parse(text) as { name: string; version: string })
  return [...new Set(shipped.map(({ name, version }) => `${name} ${version}`))].toSorted()
}
