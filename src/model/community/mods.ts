// The mods that a game server needs, as administrators list them: addresses and hashes, never the files.
import { readLines } from './setting.ts'

export const maxMods = 100

/** The longest list in UTF-16 code units. A form and a page have room for it. */
export const maxModsLength = 32_000

/** The hosts that the format of Modrinth's packs allows. */
export const modHosts: ReadonlySet<string> = new Set([
  'cdn.modrinth.com',
  'github.com',
  'gitlab.com',
  'raw.githubusercontent.com',
])

/** The loaders of mods, by the names that Modrinth's packs have for them. */
export const modLoaders = ['fabric-loader', 'forge', 'neoforge', 'quilt-loader'] as const

export type ModLoader = (typeof modLoaders)[number]

export interface Mod {
  /** The name of the file. */
  name: string
  /** `https:`, at one of `modHosts`. */
  url: string
  /** In bytes. */
  size: number
  /** Hexadecimal digits in lower case. */
  sha1: string
  sha512: string
}

const versionPattern = /^[\da-zA-Z][\w.+-]{0,31}$/

/** Returns true for a version of the game or a loader: `1.21.4`, `24w14a`. */
export const isVersion = (text: string): boolean => versionPattern.test(text)

/** Returns the loader of a text such as `fabric-loader 0.16.9`, or undefined. */
export function readLoader(text: string): { loader: ModLoader; version: string } | undefined {
  const [name = '', version = '', ...more] = text.split(' ')
  const loader = modLoaders.find((known) => known === name)
  return loader && isVersion(version) && more.length === 0 ? { loader, version } : undefined
}

const linePattern = /^(\S+)[ \t]+(\d{1,10})[ \t]+([\da-f]{40})[ \t]+([\da-f]{128})$/i

/** A name that is one on every system, and leads out of no folder. */
const namePattern = /^[\da-z][\w.+()[\]!,~ -]{0,120}\.jar$/i

/** Returns the mod of a line: address, size in bytes, SHA-1 and SHA-512. Undefined if it is not allowed. */
function readMod(line: string): Mod | undefined {
  const [, address = '', size = '', sha1 = '', sha512 = ''] = linePattern.exec(line.trim()) ?? []
  const url = URL.parse(address)
  if (url?.protocol !== 'https:' || url.port !== '' || url.username !== '' || url.password !== '')
    return undefined
  if (!modHosts.has(url.hostname) || url.search !== '' || url.hash !== '' || url.href.length > 500)
    return undefined
  const name = decoded(url.pathname.slice(url.pathname.lastIndexOf('/') + 1))
  if (!namePattern.test(name)) return undefined
  return { name, url: url.href, size: Number(size), sha1: sha1.toLowerCase(), sha512: sha512.toLowerCase() }
}

/** Returns an empty text for what is not encoded as it should be. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return ''
  }
}

const linesOf = (list: string): readonly string[] => list.split('\n').filter((line) => line.trim() !== '')

/** Returns the mods of a stored list. */
export const modsOf = (list: string | null): readonly Mod[] =>
  list === null ? [] : linesOf(list).flatMap((line) => readMod(line) ?? [])

/** Returns a list as it is stored, one mod a line, or undefined if it is not allowed. */
export function readMods(text: string): string | undefined {
  const written = readLines(maxModsLength)(text)
  if (written === undefined) return undefined
  const mods = linesOf(written).map(readMod)
  if (mods.length > maxMods || !mods.every((mod) => mod !== undefined)) return undefined
  // Some systems take names for the same that differ in case.
  if (new Set(mods.map(({ name }) => name.toLowerCase())).size < mods.length) return undefined
  return mods.map(({ url, size, sha1, sha512 }) => `${url} ${size} ${sha1} ${sha512}`).join('\n')
}

/** Returns the first line of a list that is not allowed. */
export const wrongMod = (text: string): string | undefined =>
  text.split(/\r\n?|\n/).find((line) => line.trim() !== '' && !readMod(line))
