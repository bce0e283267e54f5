import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, describe } from 'node:test'
import { pino } from 'pino'
import { buildApp } from '../src/app.ts'
import { type OpenContext, openContext } from '../src/compose.ts'
import { loadConfig } from '../src/config/load.ts'
import { createAccount } from '../src/domain/accounts/create.ts'
import { findAccount } from '../src/domain/accounts/find.ts'
import { Metrics } from '../src/http/observe/metrics.ts'
import { openTraces } from '../src/http/observe/open-traces.ts'
import type { Random } from '../src/lib/crypto/random.ts'
import type { Account } from '../src/model/accounts/account.ts'
import type { Actor } from '../src/model/accounts/actor.ts'
import { usual } from '../src/storage/postgres/open.ts'
import { start2026, texturesKeyBits } from './cheap.ts'
import { databases, type Kind, kinds, migrated } from './databases.ts'
import { RequestLog } from './request-log.ts'
import { scratch } from './scratch.ts'

/** An answer as it came over the wire. */
export interface Answer {
  status: number
  headers: Headers
  /** The body, byte for byte (UTF-8). */
  text: string
  json: any
}

export interface RunningService {
  baseUrl: string
  context: OpenContext
  /** Every log line so far. */
  log: string[]
  /** Resolves with the log line of the answered request, which may come a moment after its answer. */
  logLine(answer: { headers: Headers }): Promise<any>
  /** Advances the service's clock, which otherwise stands still. */
  advance(milliseconds: number): void
  /** Sets the clock without time passing, as an operator or NTP does. */
  setClock(byMilliseconds: number): void
  now(): number
  request(path: string, init?: RequestInit): Promise<Answer>
  get(path: string, init?: RequestInit): Promise<Answer>
  /** Posts JSON. */
  post(path: string, body: unknown, init?: RequestInit): Promise<Answer>
  account(overrides?: Partial<NewAccount>): Promise<TestAccount>
  /** Resolves with the account as the database has it now. */
  stored(account: { id: string }): Promise<Account>
  /** Signs in and resolves with the access token. */
  signIn(account: Pick<TestAccount, 'username' | 'password'>, clientToken?: string): Promise<string>
  close(): Promise<void>
}

interface NewAccount {
  username: string
  email: string
  password: string
  language: string
  id: string
}
export type TestAccount = Omit<NewAccount, 'id'> & { id: string }

/** The actor of changes that an operator makes by command. */
export const operator: Actor = { kind: 'cli', name: 'operator' }

/** Settings that make hundreds of sign-ins cheap; other tests cover the real sizes. */
const cheap = {
  NORN_PORT: '0',
  NORN_METRICS_LISTEN: 'off',
  NORN_TEXTURES_KEY_BITS: String(texturesKeyBits),
  NORN_PASSWORD_MEMORY: '1024',
  NORN_PASSWORD_ITERATIONS: '1',
}

export { start2026 } from './cheap.ts'

/** Differences from the real service. The clock stands still unless it `runs`. */
interface Unlike {
  runs?: boolean
  random?: Random
  /** True where the limits of PostgreSQL are tested: others are patient, or a busy machine would decide. */
  hasLimits?: boolean
}

const limits = { ...usual }
const patientLimits = { connectTimeoutMs: 60_000, statementTimeoutMs: 60_000 }
let opening = 0

/** Does what opens a database, with limits that no machine reaches. */
async function patiently<Opened>(open: () => Promise<Opened>): Promise<Opened> {
  opening++
  Object.assign(usual, patientLimits)
  try {
    return await open()
  } finally {
    if (--opening === 0) Object.assign(usual, limits)
  }
}

/** Starts the service on loopback. */
export async function startService(
  databaseUrl: string,
  settings: Record<string, string> = {},
  { runs = false, random, hasLimits = false }: Unlike = {},
): Promise<RunningService> {
  const dataDir = await mkdtemp(join(scratch(), 'norn-'))
  const environment = { ...cheap, NORN_DATA_DIR: dataDir, NORN_DATABASE_URL: databaseUrl, ...settings }
  const { config } = loadConfig(environment, dataDir)
  let now = start2026
  let setBy = 0
  // Tokens count in whole seconds, so this clock and the machine's have to change seconds together.
  const startedAt = Math.floor(Date.now() / 1000) * 1000
  const clock = () => (runs ? now + Date.now() - startedAt : now)
  const log = new RequestLog()
  const logger = pino({ level: settings.NORN_LOG_LEVEL ?? 'debug' }, log)
  const spans = await openTraces(config, logger)
  const open = () =>
    openContext(config, {
      clock,
      monotonic: () => clock() - setBy,
      log: logger,
      spans,
      ...(random && { random }),
    })
  const context = await (hasLimits ? open() : patiently(open))
  const app = buildApp(context, new Metrics(context))
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const origin = `http://127.0.0.1:${port}`
  context.listensAt(origin)
  const baseUrl = `${origin}${new URL(context.baseUrl()).pathname.replace(/\/$/, '')}`

  const request = async (path: string, init: RequestInit = {}): Promise<Answer> => {
    const response = await fetch(`${baseUrl}${path}`, { redirect: 'manual', ...init })
    const text = await response.text()
    return {
      status: response.status,
      headers: response.headers,
      text,
      get json() {
        return JSON.parse(text)
      },
    }
  }
  let accounts = 0
  let lastAccount: Promise<unknown> = Promise.resolve()
  const post: RunningService['post'] = (path, body, init = {}) =>
    request(path, {
      method: 'POST',
      body: JSON.stringify(body),
      ...init,
      headers: { 'content-type': 'application/json', ...(init.headers as Record<string, string>) },
    })

  return {
    baseUrl,
    context,
    log: log.lines,
    logLine: ({ headers }) => log.lineOf(headers.get('x-request-id') ?? ''),
    now: clock,
    advance: (milliseconds) => {
      now += milliseconds
    },
    setClock: (byMilliseconds) => {
      now += byMilliseconds
      setBy += byMilliseconds
    },
    request,
    get: request,
    post,
    stored: async ({ id }) => {
      const account = await findAccount(context, id)
      if (!account) throw new Error(`there is no account ${id}`)
      return account
    },
    signIn: async ({ username, password }, clientToken = 'launcher') => {
      const answer = await post('/auth/authenticate', { username, password, clientToken })
      if (answer.status !== 200) throw new Error(`${username} can't sign in: ${answer.text}`)
      return answer.json.accessToken
    },
    account: async (overrides = {}) => {
      const number = ++accounts
      const account = {
        username: `Player_${number}`,
        email: `player${number}@example.test`,
        password: `correct horse ${number}`,
        language: 'en',
        ...overrides,
      }
      // Accounts are created one after another: a hundred at once would wait for their turn longer than a busy
      // machine allows.
      const made = lastAccount.then(() => createAccount(context, operator, account))
      lastAccount = made.catch(() => undefined)
      return { ...account, ...(await made), email: account.email }
    },
    close: async () => {
      await app.close()
      await spans?.close()
      await context[Symbol.asyncDispose]()
      await rm(dataDir, { recursive: true, force: true })
      const unexpected = log.lines.filter((line) => line.includes('"reason":"unexpected"'))
      if (unexpected.length > 0) throw new Error(`logged as unexpected:\n${unexpected.join('')}`)
    },
  }
}

/** Settings about creating and storing keys: a service with one of them creates its own keys. */
const keySettings = /^NORN_(?:TEXTURES_KEY|SECRET)/

type Start = (settings?: Record<string, string>) => Promise<RunningService>

/**
 * Runs the tests on every database. `start` starts a new service; `shared` returns one for all tests here that
 * don't disturb each other, started once. The quick run uses only SQLite.
 */
export function onEveryDatabase(
  name: string,
  tests: (start: Start, shared: () => Promise<RunningService>, kind: Kind) => void,
): void {
  for (const kind of kinds()) {
    describe(`${name} (${kind})`, () => {
      const started: (() => Promise<void>)[] = []
      after(async () => {
        const failures: unknown[] = []
        // A service that stays would keep the process from ending.
        for (const stop of started) await stop().catch((error: unknown) => failures.push(error))
        if (failures.length > 0) throw failures[0]
      })
      const start: Start = async (settings = {}) => {
        const hasOwnKeys = Object.keys(settings).some((name) => keySettings.test(name))
        const database = await (hasOwnKeys ? databases : migrated)[kind]()
        const service = await startService(database.url, settings)
        started.push(() => service.close().finally(() => database.drop()))
        return service
      }
      let common: Promise<RunningService> | undefined
      tests(start, () => (common ??= start()), kind)
    })
  }
}
