// Two instances of a release are updated to this version, one after the other, while players join through a proxy.
import { setTimeout as sleep } from 'node:timers/promises'
import { askingAt } from '../crash/asking.ts'
import { Installation, type RunningProgram } from '../fuzz/service.ts'
import { startPostgres } from '../test/postgres.ts'
import { checkOut } from './baseline.ts'
import { proxies, startProxy } from './proxies.ts'
import { makeJoiner, startWrites } from './writes.ts'

/** A new join begins each time, in milliseconds. */
const paceMs = 50
/** Between two steps of the update. */
const pauseMs = 2000

/** Returns what is wrong, in words. `tell` gets the steps. */
export async function updateBehind(
  name: keyof typeof proxies,
  tell: (line: string) => void,
): Promise<string[]> {
  await using baseline = await checkOut('0.2.0')
  if (!baseline) {
    tell('skipped: this clone does not have the commit of 0.2.0 (git fetch --unshallow)')
    return []
  }
  const postgres = await startPostgres({})
  const settings = { NORN_DATABASE_URL: postgres.url, NORN_TRUST_PROXY: '127.0.0.1' }
  const [old, current] = [
    await Installation.make(settings, { program: baseline.program }),
    await Installation.make(settings),
  ]
  const running: RunningProgram[] = []
  try {
    const token = await old.apiToken('update')
    const former = [await old.serve(), await old.serve()]
    running.push(...former)
    await using proxy = await startProxy(proxies[name], portsOf(running))
    const asking = askingAt(() => proxy.port, token)
    const joiners = await Promise.all([1, 2, 3, 4].map((number) => makeJoiner(asking, number)))
    const writes = startWrites([asking], joiners, paceMs)
    await sleep(pauseMs)
    for (const instance of former) {
      const next = await current.serve()
      running.splice(running.indexOf(instance), 1, next)
      await proxy.point(portsOf(running))
      await sleep(pauseMs)
      // It answers what is under way.
      await instance.stop()
      tell(`${name}: an instance was replaced, ${writes.all.length} joins so far`)
      await sleep(pauseMs)
    }
    const wrong = await writes.end()
    const lost = writes.all.reduce((sum, { unanswered }) => sum + unanswered, 0)
    if (lost > 0) wrong.push(`${lost} requests were lost`)
    tell(`${name}: ${writes.all.length} joins, each asked for twice, of which ${lost} requests were lost`)
    return [...wrong, ...[...asking.failures].map(([what, count]) => `${count} times ${what}`)]
  } finally {
    await Promise.all(running.map((instance) => instance.stop()))
    await postgres.stop()
    await Promise.all([old.remove(), current.remove()])
  }
}

const portsOf = (running: readonly RunningProgram[]): number[] => running.map(({ port }) => port)
