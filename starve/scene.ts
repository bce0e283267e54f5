// The service, and game servers that ask it whether players have joined.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Child } from '../bench/child.ts'
import type { PlayersOrder, Run, RunOrder } from '../bench/generator.ts'
import { percentile } from '../bench/measure.ts'
import { sample, writeAccounts } from '../bench/players.ts'
import { importAccounts, type Service, serve } from '../bench/service.ts'
import { signIn } from '../bench/sign-in.ts'
import { startPostgres } from '../test/postgres.ts'
import { until } from '../test/until.ts'

const accounts = 1000
const playing = 128

export interface SceneOptions {
  database: 'sqlite' | 'postgres'
  /** Another checkout whose service is measured. */
  checkout: string | undefined
}

/** The pace of game servers: so many questions at once, as fast as they can or so often a second. */
export interface Pace {
  connections: number
  perSecond?: number
}

export interface Scene extends AsyncDisposable {
  service: Service
  /** Launchers, whose players sign in when they are asked for the row `authenticate`. */
  launchers: Child
  /** Returns the 95th percentile of hasJoined, in milliseconds. */
  ask(pace: Pace, milliseconds: number): Promise<number>
  /** Resolves when no password waits for its turn. */
  calm(): Promise<void>
}

export async function openScene({ database, checkout }: SceneOptions): Promise<Scene> {
  const directory = mkdtempSync(join(tmpdir(), 'norn-starve-'))
  const postgres = database === 'postgres' ? await startPostgres() : undefined
  const databaseUrl = postgres?.url ?? `sqlite:${join(directory, 'norn.sqlite')}`
  const setting = {
    directory,
    databaseUrl,
    workers: 1,
    settings: { NORN_TRUST_PROXY: '127.0.0.1' },
    ...(checkout !== undefined && { checkout }),
  }
  const file = join(directory, 'accounts.ndjson')
  await writeAccounts(file, accounts)
  await importAccounts(setting, file)
  const service = await serve(setting)
  const [servers, launchers] = [generator(), generator()]
  const signedIn = sample(accounts, playing)
  await signIn(service.port, signedIn)
  const players: PlayersOrder = {
    kind: 'players',
    signedIn,
    any: sample(accounts, accounts),
    withFriends: [],
    skin: '',
  }
  await Promise.all([servers.ask(players), launchers.ask(players)])
  return {
    service,
    launchers,
    ask: async ({ connections, perSecond }, milliseconds) => {
      const order: RunOrder = {
        kind: 'run',
        row: 'join + hasJoined',
        port: service.port,
        milliseconds,
        connections,
        what: 'service',
        ...(perSecond !== undefined && { perSecond }),
      }
      const { wrong, lastStep } = await servers.ask<Run>(order)
      if (wrong !== undefined) throw new Error(`a wrong answer: ${wrong}`)
      return percentile(lastStep, 0.95)
    },
    calm: async () => {
      await until('no password waits', async () => {
        const metrics = await (await fetch(`${service.operators}/metrics`)).text()
        return /^norn_password_hashes_waiting 0$/m.test(metrics)
      })
    },
    [Symbol.asyncDispose]: async () => {
      servers.end()
      launchers.end()
      await service.stop()
      await postgres?.stop()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

const generator = () => new Child('./generator.ts')
