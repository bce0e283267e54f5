import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from './run.ts'

export const root = join(import.meta.dirname, '../..')

/** What is released. Every file that is made bears the time of the commit. */
export interface Source {
  readonly version: string
  readonly commit: string
  /** Of the commit, in seconds since the epoch. */
  readonly time: number
}

/** Throws where the checkout differs from its commit: nobody could make the same files again. */
export function cleanCheckout(): Source {
  const changed = text('git', ['status', '--porcelain'], root)
  if (changed !== '')
    throw new Error(`the checkout differs from its commit; commit or stash first:\n${changed}`)
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  return {
    version,
    commit: text('git', ['rev-parse', 'HEAD'], root),
    time: Number(text('git', ['log', '-1', '--format=%ct'], root)),
  }
}

export const isoTimeOf = ({ time }: Source): string =>
  new Date(time * 1000).toISOString().replace('.000Z', 'Z')
