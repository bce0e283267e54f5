// Programs of Debian that the cluster needs.
import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'

const root = '/usr/lib/postgresql'

/** Returns the folder with the newest PostgreSQL's programs, which Debian keeps apart from the path; undefined if there is none. */
export function postgresPrograms(): string | undefined {
  try {
    const newest = readdirSync(root).toSorted((one, other) => Number(other) - Number(one))[0]
    return newest === undefined ? undefined : join(root, newest, 'bin')
  } catch {
    return undefined
  }
}

/** Returns the programs that this machine does not have. */
export function missingPrograms(...programs: string[]): string[] {
  return programs.filter((program) => {
    try {
      execFileSync('sh', ['-c', `PATH="$PATH:/usr/sbin" command -v ${program}`], { stdio: 'ignore' })
      return false
    } catch {
      return true
    }
  })
}

export const missingPostgres = (): string[] => (postgresPrograms() === undefined ? ['postgres'] : [])
