import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely'
import {
  DatabaseError,
  Pool,
  type PoolClient,
  type PoolConfig,
  type QueryConfig,
  type QueryResult,
  types,
} from 'pg'
import {
  type Database,
  DatabaseUnavailable,
  type Statement,
  UniqueViolation,
  type Value,
} from './database.ts'

export interface PostgresOptions {
  /** The most that are open at once. */
  readonly connections?: number
  /** For a free connection or a new one. */
  readonly connectTimeoutMs?: number
  /** For one statement, and for the pause between two statements of a transaction. */
  readonly statementTimeoutMs?: number
}

/** Opens a pool, and one connection to see that it can. Throws DatabaseUnavailable where it can't. */
export async function openPostgres(url: string, options: PostgresOptions = {}): Promise<Database> {
  const { connections = 10, connectTimeoutMs = 5000, statementTimeoutMs = 10_000 } = options
  const unbounded: PoolConfig = {
    connectionString: url,
    application_name: 'norn',
    connectionTimeoutMillis: connectTimeoutMs,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    types: { getTypeParser },
  }
  const pool = new ConnectionPool({
    ...unbounded,
    max: connections,
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: statementTimeoutMs,
    // For a server that has fallen silent: one that is only slow ends the statement itself, and sooner.
    query_timeout: statementTimeoutMs + 1000,
  })
  const patientPool = new ConnectionPool({ ...unbounded, max: 2 })
  const close = async () => {
    await Promise.all([pool.end(), patientPool.end()])
  }
  try {
    const client = await pool.connect()
    client.release()
  } catch (error) {
    await close()
    throw error
  }
  return {
    dialect: 'postgres',
    query: new Kysely({ dialect: new PostgresDialect({ pool }) }),
    patient: new Kysely({ dialect: new PostgresDialect({ pool: patientPool }) }),
    run: (statement, values) => run(pool, statement, values),
    close,
  }
}

async function run<Row>(
  pool: ConnectionPool,
  statement: Statement<Row>,
  values: readonly Value[],
): Promise<Row[]> {
  const query = { name: statement.name, text: textOf(statement), values: [...values] }
  // Each connection that was prepared for an earlier schema fails once, before it has done anything.
  for (;;) {
    const client = await pool.connect()
    let stale = false
    try {
      const { rows } = await client.ask(query)
      return rows as Row[]
    } catch (error) {
      stale = error instanceof DatabaseError && error.routine === 'RevalidateCachedQuery'
      if (!stale) throw error
    } finally {
      client.release(stale)
    }
  }
}

const texts = new WeakMap<Statement<unknown>, string>()

function textOf(statement: Statement<unknown>): string {
  let text = texts.get(statement)
  if (text === undefined) {
    text = statement.text.replaceAll('= any_of(', '= any(')
    texts.set(statement, text)
  }
  return text
}

const numberTypes = new Set<number>([types.builtins.INT8, types.builtins.NUMERIC])

/** Counts and sums are numbers, as SQLite has them. */
const getTypeParser: typeof types.getTypeParser = (id, format) =>
  numberTypes.has(id) ? Number : types.getTypeParser(id, format)

/** Replaces broken connections by itself, which is all that a restarted server asks for. */
class ConnectionPool implements PostgresPool {
  readonly #pool: Pool
  #ending: Promise<void> | undefined

  constructor(config: PoolConfig) {
    this.#pool = new Pool(config)
    // Without listeners a lost connection would end the process. Its user, if any, gets a failing query.
    this.#pool.on('error', () => undefined)
    this.#pool.on('connect', (client) => client.on('error', () => undefined))
  }

  get options(): object {
    return this.#pool.options
  }

  async connect(): Promise<Connection> {
    try {
      return new Connection(await this.#pool.connect())
    } catch (error) {
      throw unreachable(error)
    }
  }

  end(): Promise<void> {
    this.#ending ??= this.#pool.end()
    return this.#ending
  }
}

class Connection implements PostgresPoolClient {
  readonly #client: PoolClient
  #broken: DatabaseUnavailable | undefined
  /** Kysely's type has cursors too, which it only uses where it was given a package for them. */
  readonly query = ((text: string, values: unknown[]) =>
    this.ask({ text, values })) as unknown as PostgresPoolClient['query']

  constructor(client: PoolClient) {
    this.#client = client
  }

  async ask(query: QueryConfig): Promise<QueryResult> {
    // A query that timed out blocks the ones behind it: even a rollback would wait.
    if (this.#broken) throw this.#broken
    try {
      return await this.#client.query(query)
    } catch (error) {
      const translated = translate(error)
      if (translated instanceof DatabaseUnavailable) this.#broken = translated
      throw translated
    }
  }

  release(destroy = false): void {
    this.#client.release(destroy || this.#broken !== undefined)
  }
}

// https://www.postgresql.org/docs/current/errcodes-appendix.html: connection, authorization, missing database,
// read-only server, ended idle transaction, deadlock, resources, lock and statement timeouts, shutdown, system.
const unavailable = /^(08|28|3D000|25006|25P0[34]|40P01|53|55P03|57014|57P0|58)/
// What pg says in words of its own.
const lost =
  /^(Connection terminated|timeout e|Query read timeout|Client (has encountered|was closed)|Cannot use a pool)/

function translate(error: unknown): unknown {
  if (error instanceof DatabaseError) {
    // Without the cause: it quotes the row, and so people's addresses, to every log.
    if (error.code === '23505') return new UniqueViolation(keyOf(error))
    return unavailable.test(error.code ?? '') ? unreachable(error) : error
  }
  const isLost = error instanceof Error && ('syscall' in error || lost.test(error.message))
  return isLost ? unreachable(error) : error
}

function unreachable(error: unknown): DatabaseUnavailable {
  const [first] = error instanceof AggregateError ? error.errors : [error]
  return new DatabaseUnavailable(first instanceof Error ? first.message : String(first), { cause: error })
}

/** The detail reads `Key (a, b)=(1, 2) already exists.`, in the server's language. */
function keyOf({ detail, table, constraint }: DatabaseError): string {
  const columns = /\(([^()]+)\)=\(/
    .exec(detail ?? '')?.[1]
    ?.replaceAll('"', '')
    .split(', ') ?? [constraint]
  return columns.map((column) => `${table}.${column}`).join(', ')
}
