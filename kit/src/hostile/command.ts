import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { parseArgs } from 'node:util'
import { UsageError } from '../outcome.ts'
import { Chance } from '../random.ts'
import type { Surroundings } from '../surroundings.ts'
import { hostileServer } from './server.ts'
import { Store } from './store.ts'

/** `serve --hostile`: serves until the process is told to end. */
export async function serveHostile(line: readonly string[], { out, now }: Surroundings): Promise<number> {
  const { port, seed } = options(line, now)
  const chance = new Chance(seed)
  const store = new Store(chance, now)
  const server = hostileServer(store, chance, { now, remark: (text) => out(`${text}\n`) })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  out(`A strict and random account server for authors of launchers (--seed ${seed} repeats it).\n`)
  out(`Address to type into the launcher: ${origin}\n`)
  for (const { login, password, profiles } of store.accounts)
    out(`  ${login}  ${password}  ${profiles.length} ${profiles.length === 1 ? 'profile' : 'profiles'}\n`)
  out('Below stands what the launcher does wrong. Ctrl+C ends it.\n')
  await new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
  })
  server.close()
  server.closeAllConnections()
  return 0
}

function options(line: readonly string[], now: () => number): { port: number; seed: number } {
  const given = ((): { hostile?: boolean; port?: string; seed?: string } => {
    try {
      return parseArgs({
        args: [...line],
        options: { hostile: { type: 'boolean' }, port: { type: 'string' }, seed: { type: 'string' } },
      }).values
    } catch (error) {
      throw new UsageError(error instanceof Error ? error.message : String(error))
    }
  })()
  if (!given.hostile) throw new UsageError('serve has one kind of server: serve --hostile')
  const port = Number(given.port ?? 0)
  const seed = Number(given.seed ?? now() % 1_000_000)
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new UsageError('--port must be from 0 to 65535')
  if (!Number.isInteger(seed)) throw new UsageError('--seed must be a whole number')
  return { port, seed }
}
