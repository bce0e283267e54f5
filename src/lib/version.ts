import { readFileSync } from 'node:fs'
import { commit } from './commit.ts'

/** The version of this program, from its package.json, which lies beside both src and dist. */
export function version(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}

/** With the commit, where it is known: between releases the version alone says little. As semver writes it: `0.1.0+0123456789`. */
export const versionAndCommit = (): string => [version(), commit()?.slice(0, 10)].filter(Boolean).join('+')
