import { Kysely } from 'kysely'
import { type PoolConfig, types } from 'pg'
import { serversOf } from '../../lib/net/postgres-url.ts'
import { type Database, noObserver, type StatementObserver } from '../engine/database.ts'
import { timed, timedQueries } from '../engine/timing.ts'
import { type Engine, OpenTransaction, withTransactions } from '../engine/transactions.ts'
import { NornPostgresDialect } from './dialect.ts'
import { metOthers } from './failure.ts'
import { longestLockWaitMs, mostCommits } from './group-commit.ts'
import { Pipeline } from './pipeline.ts'
import { ConnectionPool } from './pool.ts'
import { PreparedStatements } from './prepared.ts'
import { render } from './render.ts'
import { Servers } from './servers.ts'

interface PostgresOptions {
  /** The most connections for what shares none: hot reads share one more, and hot writes two. */
  readonly connections?: number
  /** The limit for obtaining a free or new connection. */
  readonly connectTimeoutMs?: number
  /** The limit for one statement, and for the pause between two statements of a transaction. */
  readonly statementTimeoutMs?: number
}

/** Together well below ten seconds, so that callers learn by then that the database does not respond. */
export const usual = { connections: 8, connectTimeoutMs: 3000, statementTimeoutMs: 4000 }

/**
 * Opens a pool, and one connection to test it. If the URL names several servers, the one that takes writes is used.
 * Throws DatabaseUnavailable if there is none.
 */
export async function openPostgres(
  url: string,
  options: PostgresOptions = {},
  observer: StatementObserver = noObserver,
): Promise<Database> {
  const {
    connections = usual.connections,
    connectTimeoutMs = usual.connectTimeoutMs,
    statementTimeoutMs = usual.statementTimeoutMs,
  } = options
  const servers = new Servers(serversOf(url) ?? [url])
  const unbounded: PoolConfig = {
    application_name: 'norn',
    connectionTimeoutMillis: connectTimeoutMs / servers.count,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    types: { getTypeParser },
  }
  const bounded: PoolConfig = {
    ...unbounded,
    max: connections,
    // For a server that has stopped responding. One that is only slow ends the statement itself, and sooner.
    query_timeout: statementTimeoutMs + 1000,
  }
  const settings = {
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: statementTimeoutMs,
  }
  const pool = new ConnectionPool(servers, bounded, settings, observer)
  const readSettings = { ...settings, options: byKey }
  const readPool = new ConnectionPool(servers, { ...bounded, max: 1, pipeline: true }, readSettings, observer)
  const sharedSettings = { ...settings, lock_timeout: longestLockWaitMs }
  const sharedPool = new ConnectionPool(servers, { ...bounded, max: mostCommits }, sharedSettings, observer)
  const unboundedPool = new ConnectionPool(servers, { ...unbounded, max: 2 }, {}, observer)
  const reads = new Pipeline(readPool)
  const close = async () => {
    reads.close()
    await Promise.all([pool.end(), readPool.end(), sharedPool.end(), unboundedPool.end()])
  }
  try {
    const connection = await pool.connect()
    connection.release()
  } catch (error) {
    await close()
    throw error
  }
  const prepared = new PreparedStatements(pool, reads, sharedPool)
  const open = new OpenTransaction()
  const engine = (from: ConnectionPool): Engine => ({
    dialect: 'postgres',
    open,
    query: new Kysely({ dialect: new NornPostgresDialect(from, open), log: timedQueries(observer) }),
    render: (statement, values) => ({ text: render(statement).text, values }),
  })
  return {
    ...withTransactions({
      ...engine(pool),
      run: timed((statement, values) => prepared.run(statement, values), observer),
      hasMetOthers: metOthers,
    }),
    unbounded: withTransactions({ ...engine(unboundedPool), hasMetOthers: metOthers }),
    eraseOldValues: async () => false,
    close,
    [Symbol.asyncDispose]: close,
  }
}

/**
 * Settings for reads that find a few rows by their keys: one plan for lists of any length, since a plan takes longer to
 * make than to carry out, and indexes for small tables too.
 */
const byKey = '-c plan_cache_mode=force_generic_plan -c enable_seqscan=off -c jit=off'

const numberTypes = new Set<number>([types.builtins.INT8, types.builtins.NUMERIC])

/** Parses counts and sums as numbers, as in SQLite. */
const getTypeParser: typeof types.getTypeParser = (id, format) =>
  numberTypes.has(id) ? Number : types.getTypeParser(id, format)
