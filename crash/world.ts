// A service with players, who write down what it answers, and with those whom it tells of changes.
import { setTimeout as sleep } from 'node:timers/promises'
import { Random } from '../fuzz/random.ts'
import { Installation, type RunningProgram } from '../fuzz/service.ts'
import { makePng, noise } from '../test/png.ts'
import { type Asking, askingAt, patiently, Unanswered } from './asking.ts'
import { skinIn, wrongOf } from './checks.ts'
import { type Mailbox, startMailbox } from './mailbox.ts'
import { type Newcomers, newcomersOf } from './newcomers.ts'
import { Player } from './player.ts'
import { type Receiver, startReceiver } from './receiver.ts'
import type { Scene, Skin } from './scene.ts'

export interface World {
  readonly installation: Installation
  readonly asking: Asking
  readonly players: readonly Player[]
  readonly newcomers: Newcomers
  readonly mailbox: Mailbox
  readonly receiver: Receiver
  running: RunningProgram
  /** Everybody acts until `until` has resolved. `round` chooses what they do. */
  act(round: number, until: () => Promise<void>): Promise<void>
  /** Waits for an answer that needs the database. */
  untilItAnswers(): Promise<void>
  /** Compares everything with what was answered. Returns what is wrong, in words. */
  check(): Promise<string[]>
  end(): Promise<void>
}

interface Wanted {
  seed: number
  players: number
  /** Settings of the service. */
  settings: Record<string, string>
  /** The folder for its files, instead of the one for temporary files. */
  below?: string
  /** Modules that the service loads first. */
  preload?: readonly string[]
}

export async function makeWorld({ seed, players: count, settings, ...more }: Wanted): Promise<World> {
  const mailbox = await startMailbox()
  const receiver = await startReceiver()
  const variables = {
    NORN_CONFIRM_EMAIL: 'off',
    NORN_REGISTRATIONS_PER_ADDRESS: '1000000',
    NORN_JOIN_LIFETIME: '10m',
    NORN_WEBHOOK_PRIVATE: 'on',
    NORN_SMTP_URL: mailbox.url,
    ...settings,
  }
  const installation = await Installation.make(variables, more)
  const token = await installation.apiToken('crash')
  const running = await installation.serve()
  const asking = askingAt(() => world.running.port, token)
  const scene: Scene = { asking, group: 'crash', skins: [] }
  const players: Player[] = []
  const newcomers = newcomersOf(asking)
  const world: World = {
    installation,
    asking,
    players,
    newcomers,
    mailbox,
    receiver,
    running,
    async act(round, until) {
      const end = { isOver: false }
      const lanes = [
        ...players.map((player, n) =>
          lane(end, (at) => player.step(new Random(seed, round * 1000 + n * 97 + at))),
        ),
        lane(end, () => newcomers.step()),
      ]
      try {
        await until()
      } finally {
        end.isOver = true
      }
      await Promise.all(lanes)
    },
    untilItAnswers: () => untilItAnswers(asking),
    async check() {
      const members = await patiently(() => membersOf(scene))
      const wrong: string[] = []
      for (const player of players) await patiently(() => wrongOf(player, scene, members, wrong))
      if (world.running.hasEnded()) wrong.push(`the service ended: ${world.running.lastWords()}`)
      return wrong
    },
    async end() {
      if (!world.running.hasEnded()) await world.running.stop()
      mailbox.stop()
      receiver.stop()
      await installation.remove()
    },
  }
  await patiently(() => asking.api('POST', '/groups', { name: scene.group }))
  await patiently(() => asking.api('POST', '/webhooks', { url: receiver.url, events: ['account.*'] }))
  for (let n = 0; n < count; n++) players.push(await patiently(() => newPlayer(scene, n)))
  if (count > 2) for (const [n, player] of players.entries()) player.next = players[(n + 1) % count]
  scene.skins = await patiently(() => skinsFor(scene, players[0] as Player))
  return world
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
