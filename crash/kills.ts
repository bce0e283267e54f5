// Kills the service, or its database, under load again and again.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { Random } from '../fuzz/random.ts'
import type { RunningProgram } from '../fuzz/service.ts'
import { type PostgresServer, startPostgres } from '../test/postgres.ts'
import { patiently } from './asking.ts'
import { noteMs, type Outage, toldTwice, untold, wrongOfRepeats } from './outbox.ts'
import { makeWorld, type World } from './world.ts'

export interface Killing {
  kills: number
  players: number
  seed: number
  database: 'sqlite' | 'postgres'
  workers: number
  victim: 'norn' | 'postgres'
}

/** A process leases so many emails at a time (src/jobs/mail.ts). */
const mailsAtOnce = 4
/** One process at a time sends to a webhook, in order. */
const deliveriesAtOnce = 1

/** Returns what is wrong, in words. `tell` gets a line now and then. */
export async function killAgainAndAgain(
  { kills, players, seed, database, workers, victim }: Killing,
  tell: (line: string) => void,
): Promise<string[]> {
  const postgres = database === 'postgres' ? await startPostgres({}) : undefined
  const settings = {
    NORN_WORKERS: String(workers),
    ...(postgres && { NORN_DATABASE_URL: postgres.url }),
  }
  const world = await makeWorld({ seed, players, settings })
  const random = new Random(seed, 0)
  const wrong: string[] = []
  const outages: Outage[] = []
  const times: number[] = []
  let isEnough = false
  const end = () => {
    isEnough = true
  }
  process.once('SIGTERM', end)
  try {
    for (let kill = 1; kill <= kills && wrong.length <= 20 && !isEnough; kill++) {
      let from = 0
      let to = 0
      await world.act(kill, async () => {
        await sleep(300 + random.below(1500))
        from = performance.now()
        if (victim === 'postgres') await postgres?.kill('SIGKILL')
        else await killAll(world.running)
        // A message may have arrived that was not read yet.
        to = performance.now() + noteMs
      })
      if (victim === 'postgres') await postgres?.restart()
      else world.running = await world.installation.serve()
      await world.untilItAnswers()
      const back = performance.now()
      // A service without a database continues to send what it has leased.
      outages.push({ from: from - noteMs, to: victim === 'postgres' ? back : to })
      times.push(Math.round(back - from))
      wrong.push(...(await world.check()))
      if (kill % 10 === 0 || wrong.length > 0) tell(`${kill} kills, ${wrong.length} wrong`)
    }
    wrong.push(...(await wrongOfNewcomers(world)))
    const left = await emptyOutbox(world, postgres)
    if (left > 0) wrong.push(`${left} emails and events still wait at the end`)
    const { mails } = world.mailbox
    const { deliveries } = world.receiver
    const told = world.players.flatMap((player) => player.told)
    const [mailed, posted] = [told.map(({ mail }) => mail), told.map(({ event }) => event)]
    wrong.push(
      ...untold(mailed, mails).map((word) => `no email was sent about ${word}`),
      ...untold(posted, deliveries).map((word) => `the webhook was never told of ${word}`),
      ...toldTwice(mailed, mails).map((word) => `two emails are about ${word}`),
      ...toldTwice(posted, deliveries).map((word) => `two events are about ${word}`),
      ...wrongOfRepeats('email', mails, outages, mailsAtOnce * workers),
      ...wrongOfRepeats('webhook', deliveries, outages, deliveriesAtOnce),
      ...[...world.asking.failures].map(([what, count]) => `${count} times ${what}`),
    )
    const repeated = (all: typeof mails) => [...all.values()].filter(({ at }) => at.length > 1).length
    times.sort((a, b) => a - b)
    tell(
      `${outages.length} kills, ${world.asking.count.answered} changes answered, ${world.newcomers.made.length} new accounts; ${mails.size} emails, of which ${repeated(mails)} came twice; ${deliveries.size} events at the webhook, of which ${repeated(deliveries)} came twice; back after ${times[Math.floor(times.length / 2)]} ms (median), ${times.at(-1)} ms (longest)`,
    )
    return wrong
  } finally {
    process.off('SIGTERM', end)
    await world.end()
    await postgres?.stop()
  }
}

/** Kills the service and its workers at one moment, as a machine does that loses power. */
export async function killAll(program: RunningProgram): Promise<void> {
  const children = readdirSync(`/proc/${program.pid}/task`).flatMap((task) =>
    readFileSync(join(`/proc/${program.pid}/task`, task, 'children'), 'utf8')
      .split(' ')
      .filter(Boolean),
  )
  for (const pid of [program.pid, ...children.map(Number)]) process.kill(pid, 'SIGKILL')
  while (!program.hasEnded()) await sleep(5)
}

export async function wrongOfNewcomers({ asking, newcomers }: World): Promise<string[]> {
  const wrong: string[] = []
  for (const username of newcomers.made) {
    const { status } = await patiently(() => asking.api('GET', `/accounts/${username}`))
    if (status !== 200) wrong.push(`the new account ${username} is ${status}`)
  }
  return wrong
}

/** Longer than sending what waits takes. */
const emptyMs = 180_000

/** A killed process leaves its leases behind, of up to five minutes, which are ended here. Waits until nothing waits, and returns how much still does. */
async function emptyOutbox(world: World, postgres: PostgresServer | undefined): Promise<number> {
  await world.running.stop()
  const ends = ['update mail set due_at = 0', 'update webhook set leased_until = 0']
  const waiting =
    "select (select count(*) from mail) + (select count(*) from webhook_delivery where state = 'waiting') + (select count(*) from audit_entry where seal is null) as waiting"
  const ask = postgres ? await askingPostgres(postgres.url) : askingSqlite(world)
  try {
    for (const each of ends) await ask(each)
    world.running = await world.installation.serve()
    const lateAt = performance.now() + emptyMs
    let left = Number(await ask(waiting))
    while (left > 0 && performance.now() < lateAt) {
      await sleep(200)
      left = Number(await ask(waiting))
    }
    return left
  } finally {
    await ask(undefined)
  }
}

type Ask = (statement: string | undefined) => Promise<unknown>

async function askingPostgres(connectionString: string): Promise<Ask> {
  const client = new Client({ connectionString })
  await client.connect()
  return async (statement) =>
    statement === undefined ? client.end() : (await client.query(statement)).rows[0]?.waiting
}

function askingSqlite({ installation }: World): Ask {
  const connection = new DatabaseSync(join(installation.directory, 'data/norn.sqlite'), { timeout: 5000 })
  return async (statement) =>
    statement === undefined ? connection.close() : connection.prepare(statement).all()[0]?.['waiting']
}
