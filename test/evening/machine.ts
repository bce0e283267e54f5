// A separate machine for the evening: the documents' commands run as written, as root, and leave nothing behind.
// Linux namespaces make it possible, without a container engine.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'

const setUp = join(import.meta.dirname, 'machine.sh')
const unshare = ['--mount', '--pid', '--fork', '--kill-child', '--mount-proc', '--propagation=private']

/** The reason why this machine cannot run another one; undefined if it can. */
export async function whyNoMachine(): Promise<string | undefined> {
  if (process.platform !== 'linux') return 'only Linux has namespaces'
  if (process.getuid?.() !== 0) return 'only root can create a separate machine'
  const missing = ['unshare', 'ip', 'runuser', 'useradd', 'openssl', 'curl', 'npm'].filter(
    (name) => !has(name),
  )
  if (missing.length > 0) return `this machine has no ${missing.join(' and no ')}`
  const status = await runThere(['true'], process.env)
  return status === 0 ? undefined : 'namespaces are not allowed here'
}

export function has(program: string): boolean {
  try {
    execFileSync('sh', ['-c', 'command -v "$1"', 'sh', program], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Runs a program there, with the streams of this process. Returns its exit status. */
export function runThere(line: readonly string[], environment: NodeJS.ProcessEnv): Promise<number> {
  return inDirectories(async (...directories) => {
    const child = spawn('unshare', [...unshare, 'sh', setUp, ...directories, ...line], {
      env: environment,
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    // All its processes end with it, and the directories below are removed.
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => child.kill('SIGKILL'))
    const [status] = (await once(child, 'exit')) as [number | null]
    return status ?? 1
  })
}

async function inDirectories<Result>(
  use: (...directories: [string, string]) => Promise<Result>,
): Promise<Result> {
  const directories: [string, string] = [
    await mkdtemp('/tmp/norn-evening-'),
    await mkdtemp('/var/tmp/norn-evening-'),
  ]
  try {
    return await use(...directories)
  } finally {
    for (const directory of directories) await rm(directory, { recursive: true, force: true })
  }
}
