import type { PostgresPool, PostgresPoolClient } from 'kysely'
import {
  Client,
  type ClientConfig,
  Pool,
  type PoolClient,
  type PoolConfig,
  type QueryConfig,
  type QueryResult,
} from 'pg'
import { DatabaseUnavailable } from '../../model/database-unavailable.ts'
import type { Outcomes } from '../engine/database.ts'
import { handedOver, isSelect } from '../engine/texts.ts'
import { refusesSettings, translate, unreachable } from './failure.ts'
import type { Servers } from './servers.ts'

/** More than that in line for a connection are turned away: by then they would be late anyway. */
const mostWaiting = 2000

/** What the server says it has done; a server that takes no writes refuses these, whatever they would change. */
const writes = new Set(['INSERT', 'UPDATE', 'DELETE'])

/** What the server is asked to watch over in each session; a pooler may refuse to pass it on. */
export type SessionSettings = Pick<ClientConfig, 'statement_timeout' | 'idle_in_transaction_session_timeout'>

/** Replaces broken connections by itself, at the server that takes writes at the time. */
export class ConnectionPool implements PostgresPool {
  readonly #pool: Pool
  readonly #servers: Servers
  readonly #outcomes: Outcomes
  #settings: SessionSettings
  #ending: Promise<void> | undefined

  constructor(servers: Servers, config: PoolConfig, settings: SessionSettings, outcomes: Outcomes) {
    this.#servers = servers
    this.#outcomes = outcomes
    this.#settings = settings
    const client = (): ClientConfig => ({ ...config, ...this.#settings, connectionString: servers.current })
    this.#pool = new Pool({
      ...config,
      Client: class extends Client {
        constructor() {
          super(client())
        }
      },
      onConnect: (connected) => this.#refuseReadOnly(connected),
    })
    // Without listeners a lost connection would end the process. Its user, if any, gets a failing query.
    this.#pool.on('error', () => undefined)
    this.#pool.on('connect', (client) => client.on('error', () => undefined))
  }

  get options(): object {
    return this.#pool.options
  }

  /** Throws DatabaseUnavailable, having asked each server once. */
  async connect(): Promise<Connection> {
    if (this.#pool.waitingCount >= mostWaiting)
      throw this.#heard(new DatabaseUnavailable('too many requests are waiting for a database connection'))
    for (let left = this.#servers.count; ; left--) {
      const server = this.#servers.current
      try {
        return new Connection(await this.#connectOnce(), this.#outcomes)
      } catch (error) {
        this.#servers.moveOn(server)
        if (left <= 1) throw this.#heard(unreachable(error))
      }
    }
  }

  #heard(error: DatabaseUnavailable): DatabaseUnavailable {
    if (this.#ending === undefined) this.#outcomes.failed(error)
    return error
  }

  async #connectOnce(): Promise<PoolClient> {
    try {
      return await this.#pool.connect()
    } catch (error) {
      if (!refusesSettings(error)) throw error
      this.#settings = {}
      return this.#pool.connect()
    }
  }

  /** Where there are several servers, one that only reads is a replica. */
  async #refuseReadOnly(client: Pick<Client, 'query'>): Promise<void> {
    if (this.#servers.count === 1) return
    const { rows } = await client.query<{ transaction_read_only: string }>('show transaction_read_only')
    if (rows[0]?.transaction_read_only !== 'off')
      throw new DatabaseUnavailable('the database server is read-only')
  }

  end(): Promise<void> {
    this.#ending ??= this.#pool.end()
    return this.#ending
  }
}

export class Connection implements PostgresPoolClient {
  readonly #client: PoolClient
  readonly #outcomes: Outcomes
  #broken: DatabaseUnavailable | undefined
  /** Kysely's type has cursors too, which it only uses where it was given a package for them. */
  readonly query = (async (text: string, values: readonly unknown[] = []) =>
    this.ask({
      text,
      values: [...handedOver(values, isSelect(text))],
    })) as unknown as PostgresPoolClient['query']

  constructor(client: PoolClient, outcomes: Outcomes) {
    this.#client = client
    this.#outcomes = outcomes
  }

  async ask(query: QueryConfig): Promise<QueryResult> {
    // A query that timed out blocks the ones behind it: even a rollback would wait.
    if (this.#broken) throw this.#broken
    try {
      const result = await this.#client.query(query)
      if (writes.has(result.command)) this.#outcomes.wrote()
      return result
    } catch (error) {
      const translated = translate(error)
      if (translated instanceof DatabaseUnavailable) {
        this.#broken = translated
        this.#outcomes.failed(translated)
      }
      throw translated
    }
  }

  /** Calls back once when the server has gone away while nobody asked it anything. */
  onLost(callback: () => void): void {
    this.#client.once('error', callback)
  }

  release(destroy = false): void {
    this.#client.release(destroy || this.#broken !== undefined)
  }
}
