// The program of a release, from the repository's history.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

/** The commit whose data test/releases/data has, by version. */
const commits = { '0.2.0': 'd02760cd78a24eee328c031d91a174e9c3aa03ad' } as const

export interface Baseline extends AsyncDisposable {
  /** The path of `bin/norn.cjs`. */
  readonly program: string
}

/** Returns undefined if this clone does not have its commit. */
export async function checkOut(version: keyof typeof commits): Promise<Baseline | undefined> {
  const commit = commits[version]
  try {
    execFileSync('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: root, stdio: 'ignore' })
  } catch {
    return undefined
  }
  const directory = await mkdtemp(join(tmpdir(), 'norn-baseline-'))
  const archive = spawn('git', ['archive', commit], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
  const unpacking = spawn('tar', ['-x', '-C', directory], { stdio: [archive.stdout, 'ignore', 'inherit'] })
  const [status] = (await once(unpacking, 'exit')) as [number | null]
  if (status !== 0) throw new Error(`tar has ended with ${status}`)
  // Later releases have all packages of earlier ones.
  await symlink(join(root, 'node_modules'), join(directory, 'node_modules'))
  return {
    program: join(directory, 'bin/norn.cjs'),
    [Symbol.asyncDispose]: () => rm(directory, { recursive: true, force: true }),
  }
}
