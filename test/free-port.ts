import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The range is below the ports that the system assigns to programs and connections. */
const range = [10_000, 30_000] as const

const claims = join(tmpdir(), 'norn-test-ports')
const own = new Set<string>()

/** Returns a port that nobody listens on, and that no other test is given before this process ends. */
export async function freePort(): Promise<number> {
  mkdirSync(claims, { recursive: true })
  for (;;) {
    const port = randomInt(...range)
    if (isClaimed(join(claims, String(port))) && (await isFree(port))) return port
  }
}

/** Returns false if another process has claimed it. */
function isClaimed(claim: string): boolean {
  try {
    writeFileSync(claim, String(process.pid), { flag: 'wx' })
    if (own.size === 0) process.once('exit', () => own.forEach((each) => rmSync(each, { force: true })))
    own.add(claim)
    return true
  } catch {
    // A killed process leaves its claim, which the next one to come by removes.
    if (!isAlive(claim)) rmSync(claim, { force: true })
    return false
  }
}

function isAlive(claim: string): boolean {
  try {
    const pid = Number(readFileSync(claim, 'utf8'))
    return pid === 0 || process.kill(pid, 0)
  } catch {
    return false
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  const heard = Promise.race([
    once(server, 'listening').then(() => true),
    once(server, 'error').then(() => false),
  ])
  server.listen(port, '127.0.0.1')
  const isListening = await heard
  if (isListening) await new Promise((resolve) => server.close(resolve))
  return isListening
}
