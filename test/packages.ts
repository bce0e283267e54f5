// Large packages that only tests need, such as PostgreSQL's programs and the game's data, are in test/package.json:
// people who run Norn do not download them, and the tests install them when needed.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const lock = join(import.meta.dirname, 'package-lock.json')
const mark = join(import.meta.dirname, 'node_modules', '.installed-from')

/** Installs the packages of test/package.json unless those of its lock file are there. */
export function installTestPackages(): void {
  const wanted = readFileSync(lock, 'utf8')
  if (readOrUndefined(mark) === wanted) return
  console.log('installing the packages that only tests need (test/package.json)')
  execFileSync('npm', ['ci', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'], {
    cwd: import.meta.dirname,
    stdio: 'inherit',
    // npm runs on our Node.js: some of these packages refuse an older one.
    env: { ...process.env, PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}` },
  })
  writeFileSync(mark, wanted)
}

function readOrUndefined(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

// `npm run types` starts this file, because it also checks the tests.
if (import.meta.main) installTestPackages()
