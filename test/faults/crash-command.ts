import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

const command = join(import.meta.dirname, '../../crash/main.ts')

/** Runs "npm run crash" with a few players. */
export async function crash(...options: string[]): Promise<{ status: number | null; printed: string }> {
  const child = spawn(process.execPath, [command, '--players', '4', ...options], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'exit')
  const printed = (await Promise.all([text(child.stdout), text(child.stderr)])).join('')
  const [status] = (await ended) as [number | null]
  return { status, printed }
}
