// npm run bench:pages: how long each page takes, and what 200 page views a second do to hasJoined.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Child } from './child.ts'
import type { PlayersOrder, Run, RunOrder } from './generator.ts'
import { median } from './measure.ts'
import { password, player, sample, writeAccounts } from './players.ts'
import { cpuSeconds, importAccounts, type Service, serve, wearSkin } from './service.ts'
import { signIn } from './sign-in.ts'
import { enter, view } from './visit.ts'

const open = ['/', '/register', '/sign-in', '/recover', '/device']
const ownPages = 'username email password language skin security security/totp devices applications delete'
const own = ['/account', ...ownPages.split(' ').map((page) => `/account/${page}`)]

const accounts = 1000
const views = { warmUp: 30, measured: 100, perSecond: 200 }
const rounds = 5
const roundMs = 2000

const directory = mkdtempSync(join(tmpdir(), 'norn-bench-'))
const setting = { directory, databaseUrl: `sqlite:${join(directory, 'norn.sqlite')}`, workers: 1 }
const file = join(directory, 'accounts.ndjson')
await writeAccounts(file, accounts)
await importAccounts(setting, file)
const skin = await wearSkin(setting, player(0).username)
const service = await serve(setting)
const generator = new Child('./generator.ts')
try {
  const cookie = await enter(service, player(0).username, password)
  process.stdout.write(
    '| page | median ms | p95 ms | µs on a core | kB |\n| --- | ---: | ---: | ---: | ---: |\n',
  )
  for (const path of [...open, ...own]) {
    process.stdout.write(`${await pageRow(service, path, open.includes(path) ? '' : cookie)}\n`)
  }
  const ratios: string[] = []
  const signedIn = sample(accounts, 128)
  await signIn(service.port, signedIn)
  await generator.ask({ kind: 'players', signedIn, any: signedIn, skin } satisfies PlayersOrder)
  const pairs: [quiet: number, busy: number][] = []
  await hasJoinedP95(service)
  for (let round = 0; round < rounds; round++) {
    const quiet = await hasJoinedP95(service)
    const stop = lookAtPages(service, cookie)
    const busy = await hasJoinedP95(service)
    const seen = await stop()
    pairs.push([quiet, busy])
    ratios.push(`${quiet.toFixed(2)} -> ${busy.toFixed(2)} (${seen.toFixed(0)} views a second)`)
  }
  process.stdout.write(`\np95 of hasJoined in ms, alone -> beside page views:\n${ratios.join('\n')}\n`)
  const times = median(pairs.map(([quiet, busy]) => busy / quiet))
  process.stdout.write(`median of the ratios: ${times.toFixed(2)}\n`)
} finally {
  generator.end()
  await service.stop()
  rmSync(directory, { recursive: true })
}

async function pageRow(to: Service, path: string, cookie: string): Promise<string> {
  for (let count = 0; count < views.warmUp; count++) await view(to, path, cookie)
  const before = cpuSeconds(to.pid)
  const times: number[] = []
  let size = 0
  for (let count = 0; count < views.measured; count++) {
    const start = performance.now()
    size = await view(to, path, cookie)
    times.push(performance.now() - start)
  }
  const cpu = ((cpuSeconds(to.pid) - before) / views.measured) * 1e6
  const p95 = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0
  const cells = [median(times).toFixed(1), p95.toFixed(1), cpu.toFixed(0), (size / 1000).toFixed(1)]
  return `| \`${path}\` | ${cells.join(' | ')} |`
}

async function hasJoinedP95({ port }: Service): Promise<number> {
  const order: RunOrder = {
    kind: 'run',
    row: 'join + hasJoined',
    port,
    milliseconds: roundMs,
    connections: 4,
    what: 'service',
  }
  const { lastStep, wrong } = await generator.ask<Run>(order)
  if (wrong !== undefined) throw new Error(`a wrong answer: ${wrong}`)
  return lastStep[Math.floor(lastStep.length * 0.95)] ?? 0
}

/** All pages in turn, whether or not the ones before have come. What is returned stops it and answers how many a second. */
function lookAtPages(to: Service, cookie: string): () => Promise<number> {
  const start = performance.now()
  const all: Promise<unknown>[] = []
  let count = 0
  const timer = setInterval(() => {
    const due = Math.floor(((performance.now() - start) / 1000) * views.perSecond)
    for (; count < due; count++) {
      const path = [...open, ...own][count % (open.length + own.length)] ?? '/'
      const seen = view(to, path, open.includes(path) ? '' : cookie)
      // What fails is told when they are waited for: the service has to be stopped all the same.
      seen.catch(() => {})
      all.push(seen)
    }
  }, 5)
  return async () => {
    clearInterval(timer)
    const seconds = (performance.now() - start) / 1000
    await Promise.all(all)
    return count / seconds
  }
}
