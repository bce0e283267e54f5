import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from './run.ts'

export const root = join(import.meta.dirname, '../..')

/** The commit to release. Every file that is created has the commit's time. */
export interface Source {
  readonly version: string
  readonly commit: string
  /** The time of the commit, in seconds since the epoch. */
  readonly time: number
}

/** Throws if the checkout differs from its commit, since nobody could create the same files again. */
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
