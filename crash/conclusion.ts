// The end of a run: whether everything was told that was answered, and the figures.
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { patiently } from './asking.ts'
import { type Outage, toldTwice, untold, wrongOfRepeats } from './outbox.ts'
import type { World } from './world.ts'

/** A process leases so many emails at a time (src/jobs/mail.ts). */
const mailsAtOnce = 4
/** One process at a time sends to a webhook, in order. */
const deliveriesAtOnce = 1
/** Longer than sending what waits takes. */
const emptyMs = 180_000

/** Sends a statement, and returns the value that is called `waiting`. Undefined ends the connection. */
type Ask = (statement: string | undefined) => Promise<unknown>

/** Waits until nothing waits to be sent. Returns what is wrong, in words, and a line of figures. `processes` have sent. */
export async function conclude(
  world: World,
  outages: readonly Outage[],
  processes: number,
  ask: Ask,
): Promise<{ wrong: string[]; figures: string }> {
  const wrong = await wrongOfNewcomers(world)
  const left = await emptyOutbox(world, ask)
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
    ...wrongOfRepeats('email', mails, outages, mailsAtOnce * processes),
    ...wrongOfRepeats('webhook', deliveries, outages, deliveriesAtOnce),
    ...[...world.asking.failures].map(([what, count]) => `${count} times ${what}`),
  )
  const repeated = (all: typeof mails) => [...all.values()].filter(({ at }) => at.length > 1).length
  const figures = `${world.asking.count.answered} changes answered, ${world.newcomers.made.length} new accounts; ${mails.size} emails, of which ${repeated(mails)} came twice; ${deliveries.size} events at the webhook, of which ${repeated(deliveries)} came twice`
  return { wrong, figures }
}

/** Times in milliseconds, in words. */
export function backAfter(times: readonly number[]): string {
  const sorted = times.toSorted((one, other) => one - other)
  return `back after ${sorted[Math.floor(sorted.length / 2)]} ms (median), ${sorted.at(-1)} ms (longest)`
}

export async function wrongOfNewcomers({ asking, newcomers }: World): Promise<string[]> {
  const wrong: string[] = []
  for (const username of newcomers.made) {
    const { status } = await patiently(() => asking.api('GET', `/accounts/${username}`))
    if (status !== 200) wrong.push(`the new account ${username} is ${status}`)
  }
  return wrong
}

/** A killed process leaves its leases behind, of up to five minutes, which are ended here. Waits until nothing waits, and returns how much still does. */
async function emptyOutbox(world: World, ask: Ask): Promise<number> {
  await world.running.stop()
  const ends = ['update mail set due_at = 0', 'update webhook set leased_until = 0']
  const waiting =
    "select (select count(*) from mail) + (select count(*) from webhook_delivery where state = 'waiting') + (select count(*) from audit_entry where seal is null) as waiting"
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

export async function askingPostgres(connectionString: string): Promise<Ask> {
  const client = new Client({ connectionString })
  await client.connect()
  return async (statement) =>
    statement === undefined ? client.end() : (await client.query(statement)).rows[0]?.waiting
}

export async function askingSqlite({ installation }: World): Promise<Ask> {
  const connection = new DatabaseSync(join(installation.directory, 'data/norn.sqlite'), { timeout: 5000 })
  return async (statement) =>
    statement === undefined ? connection.close() : connection.prepare(statement).all()[0]?.['waiting']
}
