import { readFileSync } from 'node:fs'
import { commit } from './commit.ts'

// Beside both src and dist. Read once: by the next request it may be that of a version that is being installed.
const { version: own } = JSON.parse(
  readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
) as {
  version: string
}

/** The version of this program. */
export const version = (): string => own

/** With the commit, where it is known: between releases the version alone says little. As semver writes it: `0.1.0+0123456789`. */
export const versionAndCommit = (): string => [version(), commit()?.slice(0, 10)].filter(Boolean).join('+')
