// npm run crash -- [options]: kills the service, or its database, under load again and again, and asks it afterwards for everything
// that it has answered with success.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Random } from '../fuzz/random.ts'
import { Installation, type RunningProgram } from '../fuzz/service.ts'
import { makePng, noise } from '../test/png.ts'
import { startPostgres } from '../test/postgres.ts'
import { type Asking, askingAt, Unanswered } from './asking.ts'
import { skinIn, wrongOf } from './checks.ts'
import { newcomersOf } from './newcomers.ts'
import { Player, type Scene, type Skin } from './player.ts'
import { startReceiver } from './receiver.ts'

const usage = `Usage: npm run crash -- [options]

  --kills N            how often (100)
  --players N          how many act at the same time (12)
  --seed S             the same seed chooses the same traffic and moments (1)
  --database postgres  a PostgreSQL of its own; an SQLite file unless given
  --workers N          so many processes on PostgreSQL (1)
  --victim V           norn (default), or postgres: the database is killed, and the service continues

Exits with 1 if something that was answered with success is gone, has come back or was given twice.
`

const { values: given } = parseArgs({
  options: {
    kills: { type: 'string', default: '100' },
    players: { type: 'string', default: '12' },
    seed: { type: 'string', default: '1' },
    database: { type: 'string' },
    workers: { type: 'string', default: '1' },
    victim: { type: 'string', default: 'norn' },
    help: { type: 'boolean', default: false },
  },
})
const kills = Number(given.kills)
const isUsable =
  kills > 0 &&
  [undefined, 'postgres'].includes(given.database) &&
  (given.victim === 'norn' || (given.victim === 'postgres' && given.database === 'postgres'))
if (given.help || !isUsable) {
  process.stdout.write(usage)
  process.exit(given.help ? 0 : 2)
}

const postgres = given.database ? await startPostgres({}) : undefined
const receiver = await startReceiver()
const installation = await Installation.make({
  NORN_CONFIRM_EMAIL: 'off',
  NORN_REGISTRATIONS_PER_ADDRESS: '1000000',
  NORN_JOIN_LIFETIME: '10m',
  NORN_WEBHOOK_PRIVATE: 'on',
  NORN_WORKERS: given.workers,
  ...(postgres && { NORN_DATABASE_URL: postgres.url }),
})

const random = new Random(Number(given.seed), 0)
let running: RunningProgram
const wrong: string[] = []
const restarts: number[] = []

try {
  const token = await printed<{ token: string }>('api-token', 'create', '--name', 'crash', '--json')
  running = await installation.serve()
  const asking = askingAt(() => running.port, token.token)
  await asking.api('POST', '/groups', { name: 'crash' })
  await asking.api('POST', '/webhooks', { url: receiver.url, events: ['account.*'] })
  const scene: Scene = { asking, group: 'crash', skins: [] }
  const players: Player[] = []
  for (let n = 0; n < Number(given.players); n++) players.push(await newPlayer(scene, n))
  scene.skins = await skinsFor(scene, players[0] as Player)
  const newcomers = newcomersOf(asking)

  for (let kill = 1; kill <= kills; kill++) {
    const end = { isOver: false }
    const lanes = [
      ...players.map((player, n) =>
        lane(end, (at) => player.step(new Random(Number(given.seed), kill * 1000 + n * 97 + at))),
      ),
      lane(end, () => newcomers.step()),
    ]
    await sleep(300 + random.below(1500))
    const began = performance.now()
    if (given.victim === 'postgres') await postgres?.kill('SIGKILL')
    else await killAll(running)
    end.isOver = true
    await Promise.all(lanes)
    if (given.victim === 'postgres') await postgres?.restart()
    else running = await installation.serve()
    await untilItAnswers(asking)
    restarts.push(performance.now() - began)

    const members = await membersOf(scene)
    for (const player of players) wrong.push(...(await wrongOf(player, scene, members)))
    if (running.hasEnded()) wrong.push(`the service ended: ${running.lastWords()}`)
    if (kill % 10 === 0 || wrong.length > 0) process.stdout.write(`${kill} kills, ${wrong.length} wrong\n`)
    if (wrong.length > 20) break
  }

  for (const username of newcomers.made) {
    const { status } = await asking.api('GET', `/accounts/${username}`)
    if (status !== 200) wrong.push(`the new account ${username} is ${status}`)
  }
  const renames = players.flatMap(({ renamedTo }) => renamedTo)
  const told = () =>
    new Set(
      [...receiver.received.values()]
        .filter(({ event }) => event === 'account.renamed')
        .map(({ details }) => details['to']),
    )
  // The service continues to deliver after a restart.
  for (let tries = 0; tries < 120 && renames.some((name) => !told().has(name)); tries++) await sleep(500)
  for (const name of renames) if (!told().has(name)) wrong.push(`the webhook was never told of ${name}`)
  const repeated = [...receiver.received.values()].filter(({ times }) => times > 1).length

  await running.stop()
  for (const [what, count] of asking.failures) process.stdout.write(`${count} times ${what}\n`)
  restarts.sort((a, b) => a - b)
  process.stdout.write(
    `${restarts.length} kills, ${asking.count.answered} changes answered; ${newcomers.made.length} new accounts and ${renames.length} renames, ${repeated} deliveries came twice; back after ${Math.round(restarts[Math.floor(restarts.length / 2)] ?? 0)} ms (median), ${Math.round(restarts.at(-1) ?? 0)} ms (longest)\n`,
  )
  for (const what of wrong) process.stdout.write(`wrong: ${what}\n`)
  process.exitCode = wrong.length === 0 && asking.failures.size === 0 ? 0 : 1
} finally {
  receiver.stop()
  await installation.remove()
  await postgres?.stop()
}

async function printed<Value>(...line: string[]): Promise<Value> {
  const { status, printed } = await installation.command(...line)
  if (status !== 0) throw new Error(`norn ${line.join(' ')}: ${printed}`)
  // A remark for people follows.
  return JSON.parse(printed.split('\n')[0] ?? '')
}

async function newPlayer(scene: Scene, n: number): Promise<Player> {
  const [username, password] = [`Crash_${n}`, `correct horse ${n}`]
  const fields = { username, password, email: `crash${n}@example.test` }
  const { text } = await scene.asking.api('POST', '/accounts', fields)
  return new Player(scene, { id: (JSON.parse(text) as { id: string }).id, username, password })
}

/** The hash of a texture is that of the file that the service makes of it, so each is worn once. */
async function skinsFor({ asking }: Scene, player: Player): Promise<Skin[]> {
  const skins: Skin[] = []
  const body = { username: player.username.known, password: player.password.known, clientToken: 'skins' }
  const { accessToken } = JSON.parse((await asking.post('/auth/authenticate', body)).text) as {
    accessToken: string
  }
  for (let n = 0; n < 6; n++) {
    const png = makePng(64, 64, noise(n))
    const file = new FormData()
    file.append('file', new Blob([new Uint8Array(png)]))
    const headers = { authorization: `Bearer ${accessToken}` }
    await asking.ask('PUT', `/authlib-injector/api/user/profile/${player.id}/skin`, { body: file, headers })
    const hash = skinIn(await asking.ask('GET', `/session/profile/${player.id}`))
    if (hash === null) throw new Error('no skin was set')
    skins.push({ hash, png })
    player.skin.assume(hash)
  }
  return skins
}

/** Acts until the service is gone. */
async function lane(end: { isOver: boolean }, step: (at: number) => Promise<void>): Promise<void> {
  for (let at = 0; !end.isOver; at++) {
    try {
      await step(at)
    } catch (error) {
      if (!(error instanceof Unanswered)) throw error
      // So that a database that is down is not asked in a tight loop.
      if (!end.isOver) await sleep(50)
    }
  }
}

/** Kills the service and its workers at one moment, as a machine does that loses power. */
async function killAll(program: RunningProgram): Promise<void> {
  const children = readdirSync(`/proc/${program.pid}/task`).flatMap((task) =>
    readFileSync(join(`/proc/${program.pid}/task`, task, 'children'), 'utf8')
      .split(' ')
      .filter(Boolean),
  )
  for (const pid of [program.pid, ...children.map(Number)]) process.kill(pid, 'SIGKILL')
  while (!program.hasEnded()) await sleep(5)
}

async function untilItAnswers({ ask }: Asking): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      // A lookup asks the database.
      if ((await ask('GET', '/api/users/profiles/game/Nobody')).status < 500) return
    } catch (error) {
      if (!(error instanceof Unanswered) || tries > 300) throw error
    }
    await sleep(100)
  }
}

async function membersOf({ asking, group }: Scene): Promise<Set<string>> {
  const { members } = JSON.parse((await asking.api('GET', `/groups/${group}`)).text) as {
    members: { id: string }[]
  }
  return new Set(members.map(({ id }) => id))
}
