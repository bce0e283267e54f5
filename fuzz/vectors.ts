import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { Offence } from './judge.ts'

/** A finding that is small enough to keep. It is tried first in every run. */
export interface Vector {
  /**
   * `request`: valid framing; `raw`: any bytes; `flood`: sent many times at once; otherwise the name of a parser.
   */
  kind: string
  bytes: Buffer
  about: string
}

interface Stored {
  about: string
  kind: string
  /** Base64, gzipped if there are many bytes. */
  bytes?: string
  gzipped?: string
}

/** Values that are valid only during a run; in a vector, a mark of the same length replaces each. */
const passing = ['token', 'apiToken', 'writeToken', 'cookie', 'csrf'] as const
export type Passing = Readonly<Record<(typeof passing)[number], string>>

const markOf = (name: string): string => name.toUpperCase()

const maxFileBytes = 16 * 1024

export function readVectors(directory: string): Vector[] {
  if (!existsSync(directory)) return []
  return readdirSync(directory)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => {
      const { about, kind, bytes, gzipped } = JSON.parse(
        readFileSync(join(directory, file), 'utf8'),
      ) as Stored
      const unpacked = gzipped
        ? gunzipSync(Buffer.from(gzipped, 'base64'))
        : Buffer.from(bytes ?? '', 'base64')
      return { about, kind, bytes: unpacked }
    })
}

/** Writes the finding unless it is too large, and returns its file. */
export function writeVector(directory: string, offence: Offence, kind: string, bytes: Buffer, good: Passing) {
  const marked = Buffer.from(
    passing.reduce(
      (text, name) => text.replaceAll(good[name] || '\0', markOf(name).padEnd(good[name].length, '_')),
      bytes.toString('latin1'),
    ),
    'latin1',
  )
  const about = `${offence.rule}: ${offence.where}: ${offence.detail}`
    .replaceAll(/[^\x20-\x7e]/g, '?')
    .slice(0, 200)
  const content =
    marked.length > 1024
      ? { gzipped: gzipSync(marked, { level: 9 }).toString('base64') }
      : { bytes: marked.toString('base64') }
  const text = `${JSON.stringify({ about, kind, ...content } satisfies Stored, null, 2)}\n`
  if (text.length > maxFileBytes) return undefined
  const words = `${offence.rule} ${offence.where}`
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
  const file = join(
    directory,
    `${words}-${createHash('sha256').update(marked).digest('hex').slice(0, 8)}.json`,
  )
  mkdirSync(directory, { recursive: true })
  writeFileSync(file, text)
  return file
}

/** Returns the request with currently valid values, such as the token. */
export const renewed = (bytes: Buffer, good: Passing): Buffer =>
  Buffer.from(
    passing.reduce(
      (text, name) => text.replaceAll(new RegExp(`\\b${markOf(name)}_{20,}`, 'g'), good[name]),
      bytes.toString('latin1'),
    ),
    'latin1',
  )
