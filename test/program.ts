// The program as packages have it, for tests that start it: a start takes half of the sources' CPU time.
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { bundle } from '../scripts/bundle.mjs'

const root = join(import.meta.dirname, '..')
const cache = join(root, 'node_modules/.cache/programs')
const dayMs = 24 * 60 * 60_000

/**
 * Returns the file to run. Its directory is named after the content, so that two runs do not disturb each other and
 * what Node.js has compiled serves the next run.
 */
export async function bundleProgram(): Promise<string> {
  const made = join(cache, String(process.pid))
  mkdirSync(made, { recursive: true })
  await bundle(join(made, 'dist'))
  for (const each of ['bin', 'deploy', 'package.json'])
    cpSync(join(root, each), join(made, each), { recursive: true })
  writeFileSync(join(made, 'dist/platform'), `${process.platform}-${process.arch}`)
  const kept = join(cache, digestOf(made))
  if (existsSync(kept)) rmSync(made, { recursive: true })
  else renameSync(made, kept)
  removeOld(kept)
  return join(kept, 'bin/norn.cjs')
}

function digestOf(directory: string): string {
  const digest = createHash('sha256')
  for (const file of globSync('**/*', { cwd: directory }).sort()) {
    const path = join(directory, file)
    if (statSync(path).isFile()) digest.update(file).update('\0').update(readFileSync(path))
  }
  return digest.digest('hex').slice(0, 16)
}

function removeOld(kept: string): void {
  for (const each of globSync(`${cache}/*`))
    if (each !== kept && Date.now() - statSync(each).mtimeMs > dayMs) rmSync(each, { recursive: true })
}
