import { readFileSync } from 'node:fs'
import { commit } from './commit.ts'

// This path is the same from src and from dist. The file is read only once, because an update may replace it while the
// program runs.
const { version: own } = JSON.parse(
  readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
) as {
  version: string
}

export const version = (): string => own

/** Returns the version with the commit, if known, in the form of semver: `0.1.0+0123456789`. */
export const versionAndCommit = (): string => [version(), commit()?.slice(0, 10)].filter(Boolean).join('+')
