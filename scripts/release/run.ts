import { execFileSync } from 'node:child_process'

/** Runs a program and returns its trimmed output. Throws with its standard error if it fails. */
export function text(program: string, line: readonly string[], cwd: string, env?: NodeJS.ProcessEnv): string {
  const options = {
    cwd,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    env: { ...process.env, ...env },
  } as const
  try {
    return execFileSync(program, line, { ...options, stdio: ['ignore', 'pipe', 'pipe'] }).trim()
  } catch (error) {
    const { stderr, message } = error as { stderr?: string; message: string }
    throw new Error(`${[program, ...line].join(' ')} failed: ${stderr?.trim() || message}`, { cause: error })
  }
}
