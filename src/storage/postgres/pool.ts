import type { Duplex } from 'node:stream'
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
import { DatabaseUnavailable } from '../../model/errors/database-unavailable.ts'
import type { StatementObserver } from '../engine/database.ts'
import { handedOver, isSelect } from '../engine/texts.ts'
import { Batch, type Several } from './batch.ts'
import { metOthers, refusesSettings, translate, unreachable, waitedForLock, wasSilent } from './failure.ts'
import type { Servers } from './servers.ts'

/** If more callers wait for a connection, further ones are rejected, because they would be too late anyway. */
export const mostWaiting = 2000

/** The commands that servers report for writes. A read-only server refuses them, even if they would change nothing. */
const writes = new Set(['INSERT', 'UPDATE', 'DELETE'])

/** Settings of each session. A pooler may refuse to pass them on. */
type SessionSettings = Pick<
  ClientConfig,
  'idle_in_transaction_session_timeout' | 'lock_timeout' | 'options' | 'statement_timeout'
>

/** A pool that replaces broken connections by connections to the server that currently takes writes. */
export class ConnectionPool implements PostgresPool {
  readonly #pool: Pool
  readonly #servers: Servers
  readonly #observer: StatementObserver
  #settings: SessionSettings
  #ending: Promise<void> | undefined

  constructor(servers: Servers, config: PoolConfig, settings: SessionSettings, observer: StatementObserver) {
    this.#servers = servers
    this.#observer = observer
    this.#settings = settings
    const client = (): ClientConfig => ({ ...config, ...this.#settings, connectionString: servers.current })
    const serverOf = new WeakMap<object, string>()
    this.#pool = new Pool({
      ...config,
      Client: class extends Client {
        constructor() {
          super(client())
          serverOf.set(this, servers.current)
        }
      },
      onConnect: (connected) => this.#refuseReadOnly(connected, serverOf.get(connected) ?? ''),
    })
    // Without a listener, a lost connection would end the process. If it is in use, its user gets a failed query.
    this.#pool.on('error', () => undefined)
    const connected = new Set<PoolClient>()
    this.#pool.on('connect', (client) => {
      client.on('error', () => undefined)
      connected.add(client)
    })
    this.#pool.on('remove', (client) => connected.delete(client))
    servers.onReplaced((server) => {
      for (const client of connected) if (serverOf.get(client) !== server) streamOf(client).stream.destroy()
    })
  }

  get options(): object {
    return this.#pool.options
  }

  /** Returns a connection. Throws DatabaseUnavailable after as many tries as there are servers. */
  async connect(): Promise<Connection> {
    if (this.#pool.waitingCount >= mostWaiting)
      throw this.#reportFailure(
        new DatabaseUnavailable('too many requests are waiting for a database connection'),
      )
    for (let left = this.#servers.count; ; left--) {
      const server = this.#servers.current
      try {
        return new Connection(await this.#connectOnce(), this.#observer)
      } catch (error) {
        this.#servers.moveOn(server, wasSilent(error))
        if (left <= 1) throw this.#reportFailure(unreachable(error))
      }
    }
  }

  #reportFailure(error: DatabaseUnavailable): DatabaseUnavailable {
    if (this.#ending === undefined) this.#observer.failed(error)
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

  /** If there are several servers, one that only reads is a replica. */
  async #refuseReadOnly(client: Pick<Client, 'query'>, server: string): Promise<void> {
    if (this.#servers.count === 1) return
    const { rows } = await client.query<{ transaction_read_only: string }>('show transaction_read_only')
    if (rows[0]?.transaction_read_only !== 'off')
      throw new DatabaseUnavailable('the database server is read-only')
    this.#servers.takesWrites(server)
  }

  end(): Promise<void> {
    this.#ending ??= this.#pool.end()
    return this.#ending
  }
}

/** Returns the socket of a connection, which the types of pg leave out. */
const streamOf = (client: PoolClient): { stream: Duplex } =>
  (client as unknown as { connection: { stream: Duplex } }).connection

export class Connection implements PostgresPoolClient {
  readonly #client: PoolClient
  readonly #observer: StatementObserver
  #broken: DatabaseUnavailable | undefined
  #isGathering = false
  /** Kysely's type also has cursors, which it uses only with an additional package. */
  readonly query = (async (text: string, values: readonly unknown[] = []) =>
    this.ask({
      text,
      values: [...handedOver(values, isSelect(text))],
    })) as unknown as PostgresPoolClient['query']

  constructor(client: PoolClient, observer: StatementObserver) {
    this.#client = client
    this.#observer = observer
  }

  async ask(query: QueryConfig): Promise<QueryResult> {
    // A query that timed out blocks those behind it, so that even a rollback would wait.
    if (this.#broken) throw this.#broken
    try {
      const result = await this.#client.query(query)
      if (writes.has(result.command)) this.#observer.wrote()
      return result
    } catch (error) {
      throw this.#failed(error)
    }
  }

  /** Runs a statement several times in one transaction. If it has to wait for a lock, it fails. */
  async askSeveral(several: Several): Promise<object[][]> {
    if (this.#broken) throw this.#broken
    try {
      const answers = await new Promise<object[][]>((resolve, reject) => {
        this.#client.query(
          new Batch(several, this.#client, (error, rows) => (rows ? resolve(rows) : reject(error))),
        )
      })
      this.#observer.wrote()
      return answers
    } catch (error) {
      throw waitedForLock(error) ? error : this.#failed(error)
    }
  }

  /** Translates an error, and remembers one that makes this connection useless. */
  #failed(error: unknown): unknown {
    const translated = translate(error)
    // A transaction that the server has ended for another one leaves a good connection.
    if (translated instanceof DatabaseUnavailable && !metOthers(translated)) {
      this.#broken = translated
      this.#observer.failed(translated)
    }
    return translated
  }

  /** Sends the queries of one turn of the event loop at its end, with one system call instead of one for each. */
  gather(): void {
    if (this.#isGathering) return
    this.#isGathering = true
    const { stream } = streamOf(this.#client)
    stream.cork()
    setImmediate(() => {
      this.#isGathering = false
      stream.uncork()
    })
  }

  /** Calls back once if the server closes an idle connection. */
  onLost(callback: () => void): void {
    this.#client.once('error', callback)
  }

  release(destroy = false): void {
    this.#client.release(destroy || this.#broken !== undefined)
  }
}
