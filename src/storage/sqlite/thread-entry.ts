import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import { DatabaseUnavailable } from '../../model/database-unavailable.ts'
import { type Failure, failureOf } from './failure.ts'
import { identityOf, refuseOthers } from './file-watch.ts'
import { type Outcome, Statements } from './statements.ts'

/** What the thread starts with. `lockTimeoutMs`: how long a lock that another process holds is waited for. */
export interface ThreadData {
  readonly file: string
  /** Which file that was when the database was opened: a thread that is started again opens no other. */
  readonly identity: string | undefined
  readonly lockTimeoutMs: number
}

export interface Write {
  readonly text: string
  readonly values: readonly SQLInputValue[]
  /** In a batch: done where the write has given rows; if it fails, neither is done. */
  readonly followUp?: Pick<Write, 'text' | 'values'> | undefined
}

export type Message =
  /** Writes that stand by themselves, in one commit. */
  | { readonly kind: 'batch'; readonly writes: readonly Write[] }
  /** `isBulk`: much is about to be written, in this transaction and perhaps in more of them. */
  | { readonly kind: 'begin'; readonly lockTimeoutMs: number; readonly isBulk: boolean }
  | ({ readonly kind: 'statement' } & Write)
  | { readonly kind: 'commit' | 'rollback' | 'erase' | 'close' }

/** Of one write. */
export type Result = Outcome | { readonly failure: Failure }

/** One for each message, in their order. */
export type Answer = { readonly results: readonly Result[] } | { readonly failure: Failure }

const keptWalBytes = 64 * 1024 * 1024

/**
 * What accounts are indexed by is random, so a batch of an import changes ten thousand pages: those that are not
 * held until the commit are written several times, and a log that is taken over often writes them once more.
 */
const memory = {
  small: { cacheKib: 4096, logPages: 1000 },
  bulk: { cacheKib: 65_536, logPages: 16_384 },
}

const asleep = new Int32Array(new SharedArrayBuffer(4))

const { file, identity, lockTimeoutMs } = workerData as ThreadData
const { database, statements, opened } = open()
let used: keyof typeof memory | undefined

const port = parentPort
port?.on('message', (message: Message) => port.postMessage(answer(message)))

function open() {
  try {
    refuseOthers(file, identity)
    const connection = new DatabaseSync(file, { timeout: 0, enableForeignKeyConstraints: true })
    const prepared = new Statements(connection)
    // Several processes may open a new file at once.
    const { rows } = retryWhileBusy(lockTimeoutMs, () => prepared.run('pragma journal_mode = wal'))
    if (rows[0]?.['journal_mode'] !== 'wal')
      throw new DatabaseUnavailable(
        `SQLite can't keep a write-ahead log beside ${file}: is it on a network share?`,
      )
    connection.exec(`pragma synchronous = full; pragma journal_size_limit = ${keptWalBytes}`)
    // The first read makes what is kept beside the database.
    retryWhileBusy(lockTimeoutMs, () => prepared.run('pragma schema_version'))
    const files = [file, `${file}-wal`, `${file}-shm`].map((path) => [path, identityOf(path)] as const)
    return { database: connection, statements: prepared, opened: files }
  } catch (error) {
    // The words alone reach the other thread.
    throw new Error(failureOf(error, file).message, { cause: error })
  }
}

function answer(message: Message): Answer {
  try {
    if (message.kind === 'batch') return { results: commitTogether(message.writes) }
    if (message.kind === 'statement') return { results: [inTransaction(message)] }
    if (message.kind === 'erase') return { results: [eraseOldValues()] }
    if (message.kind === 'begin') begin(message.lockTimeoutMs, message.isBulk ? 'bulk' : 'small')
    else if (message.kind === 'commit') inTransaction({ text: 'commit', values: [] })
    else rollBack()
    if (message.kind === 'close') database.close()
    return { results: [] }
  } catch (error) {
    return { failure: failureOf(error, file) }
  }
}

function commitTogether(writes: readonly Write[]): Result[] {
  begin(lockTimeoutMs, 'small')
  try {
    const results = writes.map(attempt)
    statements.run('commit')
    return results
  } finally {
    rollBack()
  }
}

/** A statement that fails takes back what it did itself: SQLite sees to that, without a savepoint. */
function attempt({ text, values, followUp }: Write): Result {
  try {
    if (followUp) statements.run('savepoint both')
    const outcome = statements.run(text, values)
    if (followUp && outcome.rows.length > 0) statements.run(followUp.text, followUp.values)
    return outcome
  } catch (error) {
    // A full disk, for one, makes SQLite roll back the whole transaction by itself.
    if (!database.isTransaction) throw error
    if (followUp) statements.run('rollback to both')
    return { failure: failureOf(error, file) }
  } finally {
    if (followUp && database.isTransaction) statements.run('release both')
  }
}

/** A statement that fails ends the transaction: SQLite would go on, PostgreSQL would not. */
function inTransaction({ text, values }: Write): Outcome {
  if (!database.isTransaction) throw new DatabaseUnavailable('the transaction was rolled back')
  try {
    return statements.run(text, values)
  } catch (error) {
    rollBack()
    throw error
  }
}

/** Writes the file anew, without what was replaced or deleted, and empties the log; changes 0 where the log is read. */
function eraseOldValues(): Outcome {
  retryWhileBusy(lockTimeoutMs, () => database.exec('vacuum'))
  const giveUpAt = performance.now() + lockTimeoutMs
  // The log is not emptied while somebody reads or writes, which another process may do at any moment.
  while (statements.run('pragma wal_checkpoint(truncate)').rows[0]?.['busy'] !== 0) {
    if (performance.now() > giveUpAt) return { rows: [], changes: 0 }
    pause()
  }
  return { rows: [], changes: 1 }
}

function begin(timeoutMs: number, size: keyof typeof memory): void {
  for (const [path, asOpened] of opened) refuseOthers(path, asOpened)
  use(size)
  retryWhileBusy(timeoutMs, () => statements.run('begin immediate'))
}

function use(size: keyof typeof memory): void {
  if (size === used) return
  const { cacheKib, logPages } = memory[size]
  database.exec(`pragma cache_size = -${cacheKib}; pragma wal_autocheckpoint = ${logPages}`)
  used = size
}

function rollBack(): void {
  if (database.isTransaction) statements.run('rollback')
}

/** SQLite's own waiting looks for the lock ever more rarely: whoever writes much would starve the others. */
function retryWhileBusy<T>(timeoutMs: number, work: () => T): T {
  const giveUpAt = performance.now() + timeoutMs
  for (;;) {
    try {
      return work()
    } catch (error) {
      if (failureOf(error, file).kind !== 'busy' || performance.now() > giveUpAt) throw error
      pause()
    }
  }
}

/** A millisecond in which this thread does nothing. */
function pause(): void {
  Atomics.wait(asleep, 0, 0, 1)
}
