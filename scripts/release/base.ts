// The files below the program in an image: the libraries that Node.js needs, from Debian packages that base.json
// names by version and digest. apt fetches them from this machine's Debian mirror.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { digestOf } from './digest.ts'
import type { Architecture } from './modules.ts'
import { text } from './run.ts'
import { cache } from './tools.ts'

const lockFile = join(import.meta.dirname, 'base.json')
// gcc-12-base has the licenses of the last two.
const names = ['gcc-12-base', 'libc6', 'libgcc-s1', 'libstdc++6']
export const debianName = { x64: 'amd64', arm64: 'arm64' } as const
const architectures: readonly Architecture[] = ['x64', 'arm64']

export interface BasePackage {
  readonly name: string
  readonly version: string
  /** SHA-256 of the package, in hex. */
  readonly digests: Readonly<Record<Architecture, string>>
}

export interface Base {
  readonly packages: readonly BasePackage[]
  /** Paths of the packages, in order. */
  readonly files: Readonly<Record<Architecture, readonly string[]>>
}

export function fetchBase(): Base {
  const packages = JSON.parse(readFileSync(lockFile, 'utf8')) as BasePackage[]
  const of = (architecture: Architecture): string[] => {
    const kept = packages.map((each) => join(cache, `${each.digests[architecture]}.deb`))
    if (!kept.every((file) => existsSync(file))) fetchInto(packages, architecture)
    return kept
  }
  return { packages, files: { x64: of('x64'), arm64: of('arm64') } }
}

/** Writes base.json with the current versions of Debian. */
export function lockBase(): void {
  const found = architectures.map((architecture) => downloaded(architecture, names))
  const packages = names.map((name) => {
    const [x64, arm64] = found.map((each) => each.find((deb) => deb.name === name))
    if (!x64 || !arm64 || x64.version !== arm64.version) throw new Error(`${name} differs by architecture`)
    const digests = { x64: digestOf(x64.bytes), arm64: digestOf(arm64.bytes) }
    return { name, version: x64.version, digests }
  })
  writeFileSync(lockFile, `${JSON.stringify(packages, null, 2)}\n`)
}

function fetchInto(packages: readonly BasePackage[], architecture: Architecture): void {
  mkdirSync(cache, { recursive: true })
  const wanted = packages.map(({ name, version }) => `${name}=${version}`)
  const found = downloaded(architecture, wanted)
  for (const { name, digests } of packages) {
    const bytes = found.find((each) => each.name === name)?.bytes
    if (bytes === undefined || digestOf(bytes) !== digests[architecture])
      throw new Error(`${name} for ${architecture} is not the one of base.json`)
    const file = join(cache, `${digests[architecture]}.deb`)
    writeFileSync(`${file}.partial`, bytes)
    renameSync(`${file}.partial`, file)
  }
}

/** Runs apt as on a machine of that architecture, with lists of its own. */
function downloaded(architecture: Architecture, wanted: readonly string[]) {
  const directory = mkdtempSync(join(tmpdir(), 'norn-base-'))
  try {
    const debian = debianName[architecture]
    const lists = join(directory, 'lists')
    mkdirSync(join(lists, 'partial'), { recursive: true })
    writeFileSync(join(directory, 'status'), '')
    const options = [
      `APT::Architecture=${debian}`,
      `APT::Architectures=${debian}`,
      `Dir::State::lists=${lists}`,
      `Dir::State::status=${join(directory, 'status')}`,
      `Dir::Cache=${directory}`,
      'APT::Sandbox::User=root',
    ].flatMap((option) => ['-o', option])
    text('apt-get', [...options, 'update', '-q'], directory)
    text('apt-get', [...options, 'download', ...wanted], directory)
    return readdirSync(directory)
      .filter((file) => file.endsWith('.deb'))
      .map((file) => {
        const path = join(directory, file)
        const [name = '', version = ''] = ['Package', 'Version'].map((field) =>
          text('dpkg-deb', ['--field', path, field], directory),
        )
        return { name, version, bytes: readFileSync(path) }
      })
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}
