// Linux's namespaces: processes, mounts and a network that end with the command.
import { execFileSync, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { has } from '../evening/machine.ts'

const unshare = ['--mount', '--pid', '--net', '--fork', '--kill-child', '--propagation=private']

/** The reason why namespaces cannot be created; undefined if they can. */
export function whyNoSpaces(...programs: readonly string[]): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return 'only root on Linux can make namespaces'
  const missing = ['unshare', 'ip', 'chroot', ...programs].filter((program) => !has(program))
  if (missing.length > 0) return `this machine has no ${missing.join(' and no ')}`
  return spawnSync('unshare', [...unshare, 'true']).status === 0
    ? undefined
    : 'namespaces are not allowed here'
}

/** Runs a script of this directory in namespaces and returns its output. Throws all of it if the script fails. */
export function inSpaces(script: string, ...line: readonly string[]): string {
  const options = { encoding: 'utf8', maxBuffer: 16 * 1024 * 1024 } as const
  const all = [...unshare, 'sh', join(import.meta.dirname, script), ...line]
  const { status, stdout, stderr } = spawnSync('unshare', all, options)
  if (status !== 0) throw new Error(`${script} has failed:\n${stdout}\n${stderr}`)
  return stdout
}

/** Runs a command as root in that directory, but with the network of this machine. */
export function inRoot(root: string, ...line: readonly string[]): string {
  const without = unshare.filter((option) => option !== '--net')
  return run('unshare', [...without, 'sh', join(import.meta.dirname, 'root.sh'), root, ...line])
}

export function run(
  program: string,
  line: readonly string[],
  cwd = '/',
  variables: NodeJS.ProcessEnv = {},
): string {
  const env = { ...process.env, ...variables }
  return execFileSync(program, line, { cwd, env, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
}
