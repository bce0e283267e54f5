// npm run bench:start -- [options]: what a start takes, and what an idle service takes after it, for the checkout and
// for the bundle that packages have, in turn.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { bundleProgram } from '../test/program.ts'
import { median } from './measure.ts'
import { writeAccounts } from './players.ts'
import { importAccounts, type Setting, serve } from './service.ts'

const usage = `Usage: npm run bench:start -- [options]

  --accounts N      accounts to fill the database with (1000)
  --rounds N        starts of each program; the figures are medians (5)
  --idle S          seconds for which the last one of each is idle (60)
`

/** Until then, an idle service still does what its start has left. */
const settleMs = 10_000

const { values: given } = parseArgs({
  options: {
    accounts: { type: 'string', default: '1000' },
    rounds: { type: 'string', default: '5' },
    idle: { type: 'string', default: '60' },
    help: { type: 'boolean', default: false },
  },
})
if (given.help) {
  process.stdout.write(usage)
  process.exit(0)
}

interface Figures {
  ms: number
  cpuMs: number
  megabytes: number
}

/** Returns how often the main thread, whose id is that of the process, has woken (proc(5)). */
function wakes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/task/${pid}/status`, 'utf8')
  return Number(/^voluntary_ctxt_switches:\s+(\d+)$/m.exec(status)?.[1])
}

/** Returns the CPU time of all threads in nanoseconds (schedstats.rst), since ticks are too coarse for an idle process. */
function cpuNanoseconds(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`)
  const of = (thread: string) =>
    Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0])
  return threads.reduce((sum, thread) => sum + of(thread), 0)
}

async function started(setting: Setting): Promise<Figures> {
  const { readyAfter, readyCpu, readyMemory, stop } = await serve(setting)
  await stop()
  return { ms: readyAfter, cpuMs: readyCpu, megabytes: readyMemory }
}

/** Returns the share of a core, and wake-ups a second. */
async function idle(setting: Setting, seconds: number): Promise<{ share: number; wakes: number }> {
  const { pid, stop } = await serve(setting)
  await sleep(settleMs)
  const before = { cpu: cpuNanoseconds(pid), wakes: wakes(pid) }
  await sleep(seconds * 1000)
  const figures = {
    share: (cpuNanoseconds(pid) - before.cpu) / 1e9 / seconds,
    wakes: (wakes(pid) - before.wakes) / seconds,
  }
  await stop()
  return figures
}

const directory = mkdtempSync(join(tmpdir(), 'norn-bench-'))
try {
  const setting = { directory, databaseUrl: `sqlite:${join(directory, 'norn.sqlite')}`, workers: 1 }
  const file = join(directory, 'accounts.ndjson')
  await writeAccounts(file, Number(given.accounts))
  await importAccounts(setting, file)
  rmSync(file)
  const programs: Record<string, Setting> = {
    checkout: setting,
    bundle: { ...setting, checkout: join(await bundleProgram(), '../..') },
  }
  const runs = new Map<string, Figures[]>(Object.keys(programs).map((name) => [name, []]))
  // The first start of each compiles, or makes keys.
  for (let round = 0; round <= Number(given.rounds); round++) {
    for (const [name, each] of Object.entries(programs)) {
      const figures = await started(each)
      if (round > 0) runs.get(name)?.push(figures)
    }
  }
  process.stdout.write(
    `| ${given.accounts} accounts | ready ms | CPU ms | MB | idle % of a core | wake-ups/s |\n`,
  )
  process.stdout.write('| --- | ---: | ---: | ---: | ---: | ---: |\n')
  for (const [name, each] of Object.entries(programs)) {
    const of = (figure: keyof Figures) => median((runs.get(name) ?? []).map((run) => run[figure])).toFixed(0)
    const asleep = await idle(each, Number(given.idle))
    const cells = [
      name,
      of('ms'),
      of('cpuMs'),
      of('megabytes'),
      (asleep.share * 100).toFixed(3),
      asleep.wakes.toFixed(1),
    ]
    process.stdout.write(`| ${cells.join(' | ')} |\n`)
  }
} finally {
  rmSync(directory, { recursive: true, force: true })
}
