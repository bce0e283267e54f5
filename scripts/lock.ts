// `npm run lock`, after each `npm install`: takes from the lock files what does not hold for Norn.
// `npm run lock -- --check` changes nothing and fails where there is any.
import { readFileSync, writeFileSync } from 'node:fs'

interface Lock {
  packages: Record<string, { engines?: unknown; resolved?: string }>
}

const isCheck = process.argv.includes('--check')

/**
 * npm compares `engines` with the Node.js that it runs on itself, but Norn runs on the one that it brings, so the
 * warnings are wrong. Download addresses would name the registry of whichever developer installed last.
 */
function withoutMisleading(text: string): string {
  const lock = JSON.parse(text) as Lock
  for (const [path, entry] of Object.entries(lock.packages)) {
    if (path === '') continue
    delete entry.engines
    delete entry.resolved
  }
  return `${JSON.stringify(lock, null, 2)}\n`
}

for (const path of ['package-lock.json', 'test/package-lock.json']) {
  const file = new URL(`../${path}`, import.meta.url)
  const before = readFileSync(file, 'utf8')
  const text = withoutMisleading(before)
  if (!isCheck) writeFileSync(file, text)
  else if (before !== text) {
    console.error(`${path} has what npm warns of wrongly; run "npm run lock"`)
    process.exitCode = 1
  }
}
