// The contents of a release as CycloneDX 1.6, read from the packed files, since npm's own list omits packages that
// are also development dependencies.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Base, debianName } from './base.ts'
import { isoTimeOf, root, type Source } from './checkout.ts'
import { digestOf } from './digest.ts'
import type { Program } from './program.ts'

interface Component {
  readonly 'bom-ref': string
  readonly type: 'library' | 'platform' | 'application'
  readonly name: string
  readonly version: string
  readonly purl: string
  readonly licenses?: readonly object[]
  readonly hashes?: readonly { alg: string; content: string }[]
}

export function writeSbom(programs: readonly Program[], base: Base, source: Source, out: string): void {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock
  const found = [
    ...programs.flatMap(({ directory }) =>
      packagesBelow(join(directory, 'node_modules'), 'node_modules', lock),
    ),
    ...programs.map(nodeOf),
    ...base.packages.flatMap(librariesOf),
  ]
  const components = [...new Map(found.map((each) => [each['bom-ref'], each])).values()].toSorted((a, b) =>
    a['bom-ref'] < b['bom-ref'] ? -1 : 1,
  )
  const purl = `pkg:npm/norn@${source.version}`
  const content = {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${uuidOf(JSON.stringify([source, components]))}`,
    version: 1,
    metadata: {
      timestamp: isoTimeOf(source),
      component: {
        'bom-ref': purl,
        type: 'application',
        name: 'norn',
        version: source.version,
        purl,
        licenses: licensesOf('Apache-2.0'),
      },
    },
    components,
    dependencies: [{ ref: purl, dependsOn: components.map((each) => each['bom-ref']) }],
  }
  writeFileSync(join(out, 'sbom.cdx.json'), `${JSON.stringify(content, null, 2)}\n`)
}

interface Lock {
  readonly packages: Readonly<Record<string, { integrity?: string }>>
}

/** Returns every package in a node_modules, and in those below it. `path` is its path in the lock file. */
function packagesBelow(directory: string, path: string, lock: Lock): Component[] {
  if (!existsSync(directory)) return []
  const names = readdirSync(directory).flatMap((name) =>
    name.startsWith('@') ? readdirSync(join(directory, name)).map((each) => `${name}/${each}`) : [name],
  )
  return names
    .filter((name) => !name.startsWith('.'))
    .flatMap((name) => {
      const [inside, at] = [join(directory, name), `${path}/${name}`]
      return [
        npmPackage(inside, lock.packages[at]),
        ...packagesBelow(join(inside, 'node_modules'), `${at}/node_modules`, lock),
      ]
    })
}

function npmPackage(directory: string, locked: { integrity?: string } | undefined): Component {
  const { name, version, license } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')) as {
    name: string
    version: string
    license: string
  }
  if (locked?.integrity === undefined) throw new Error(`${name} is not in package-lock.json`)
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`
  const content = Buffer.from(locked.integrity.replace(/^sha512-/, ''), 'base64').toString('hex')
  return {
    'bom-ref': purl,
    type: 'library',
    name,
    version,
    purl,
    licenses: licensesOf(license),
    hashes: [{ alg: 'SHA-512', content }],
  }
}

function nodeOf({ directory, architecture }: Program): Component {
  const { version } = JSON.parse(readFileSync(join(directory, 'node', 'package.json'), 'utf8')) as {
    version: string
  }
  const content = digestOf(readFileSync(join(directory, 'node', 'bin', 'node')))
  const purl = `pkg:npm/node-linux-${architecture}@${version}`
  const hashes = [{ alg: 'SHA-256', content }]
  return {
    'bom-ref': purl,
    type: 'platform',
    name: 'node',
    version,
    purl,
    licenses: licensesOf('MIT'),
    hashes,
  }
}

const librariesOf = ({ name, version, digests }: Base['packages'][number]): Component[] =>
  (['x64', 'arm64'] as const).map((architecture) => {
    const purl = `pkg:deb/debian/${encodeURIComponent(name)}@${encodeURIComponent(version)}?arch=${debianName[architecture]}`
    const hashes = [{ alg: 'SHA-256', content: digests[architecture] }]
    return { 'bom-ref': purl, type: 'library', name, version, purl, hashes }
  })

const licensesOf = (license: string): object[] =>
  /[ ()]/.test(license) ? [{ expression: license }] : [{ license: { id: license } }]

/** Returns a UUID (version 8, RFC 9562) that is the same for the same content. */
function uuidOf(content: string): string {
  const hex = digestOf(content)
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}
