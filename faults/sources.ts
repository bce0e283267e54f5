import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Fault } from './fault.ts'

/** Returns every file of `src/` below a directory, by its relative path. */
export function sourcesOf(root: string): Map<string, string> {
  const files = globSync('src/**/*.{css,js,ts}', { cwd: root })
  return new Map(files.sort().map((file) => [file, readFileSync(join(root, file), 'utf8')]))
}

export interface Planted {
  file: string
  before: string
  after: string
}

/**
 * Returns the file and its text with the fault. Throws if the text to replace is missing, or occurs several times.
 */
export function plant(
  sources: ReadonlyMap<string, string>,
  { from, to }: Pick<Fault, 'from' | 'to'>,
): Planted {
  const found = [...sources].flatMap(([file, text]) =>
    text
      .split(from)
      .slice(1)
      .map(() => [file, text] as const),
  )
  const [[file, before] = ['', '']] = found
  if (found.length === 1) return { file, before, after: before.replace(from, () => to) }
  const where = found.map(([name]) => name).join(', ') || 'nowhere'
  throw new Error(`it no longer applies: its text has to occur once in src/, and occurs in ${where}`)
}
