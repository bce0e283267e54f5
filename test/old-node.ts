// The Node.js and the npm of a machine, which may be older than those that Norn needs.
import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'

/** The folders of PATH without those of installed packages, which contain Norn's own Node.js. */
export const ownPath = (process.env['PATH'] ?? '')
  .split(':')
  .filter((folder) => !folder.includes('node_modules'))
  .join(':')

/** Returns the version of the machine's own Node.js, such as `v20.19.0`; undefined if it has none. */
export function ownNode(): string | undefined {
  try {
    const env = { ...process.env, PATH: ownPath }
    return execFileSync('node', ['--version'], { env, encoding: 'utf8' }).trim()
  } catch {
    return undefined
  }
}

export function isOld(version: string): boolean {
  const [major = 0, minor = 0] = version.slice(1).split('.').map(Number)
  return major < 22 || (major === 22 && minor < 19)
}

/** Installs a version of npm into a folder below `directory`. Returns the folder to put on the PATH. */
export function installNpm(version: string, directory: string): string {
  const folder = join(directory, `npm-${version}`)
  mkdirSync(folder, { recursive: true })
  const flags = ['--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error']
  execFileSync('npm', ['install', ...flags, `npm@${version}`], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return join(folder, 'node_modules', '.bin')
}
