import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

export interface Alongside {
  /** Resolves at its end: with its output if it failed, otherwise with undefined. */
  ended: Promise<string | undefined>
  stop(): void
}

/** Starts a script of package.json that shares the machine with the tests. */
export function runAlongside(script: string): Alongside {
  const child = spawn('npm', ['run', '--silent', script], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    env: { ...process.env, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr)]).then(
    ([[status], stdout, stderr]) =>
      status === 0 ? undefined : `npm run ${script} failed:\n${stdout}${stderr}`.trimEnd(),
    (error: unknown) => `npm run ${script} did not start: ${String(error)}`,
  )
  return { ended, stop: () => void child.kill() }
}
