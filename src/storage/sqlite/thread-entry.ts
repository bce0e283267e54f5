import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import { DatabaseUnavailable } from '../../model/errors/database-unavailable.ts'
import { type Failure, failureOf } from './failure.ts'
import { filesOf, type Opened, refuseOthers } from './file-watch.ts'
import { bound, type Outcome, Statements } from './statements.ts'

/** The data with which the thread starts. `lockTimeoutMs` is how long it waits for the lock of another process. */
export interface ThreadData {
  readonly file: string
  /** The files that the process has opened before. A thread that starts later, or again, opens no others. */
  readonly openedBefore: Opened
  readonly lockTimeoutMs: number
}

/** `order` contains, for each `?`, the index of its value, counted from 0. Without it, each `?` has its own. */
export interface OrderedText {
  readonly text: string
  readonly order?: readonly number[] | undefined
}

export interface Write extends OrderedText {
  readonly values: readonly SQLInputValue[]
  /** In a batch, runs with the same values if the write has returned rows. If it fails, neither is done. */
  readonly followUp?: OrderedText | undefined
  /** The number of a declared statement. The thread keeps all of it but the values; its text may then be empty. */
  readonly number?: number
}

export type Result = Outcome | Failure

const keptWalBytes = 64 * 1024 * 1024

/**
 * Accounts are indexed by random values, so a batch of an import changes up to 60,000 pages. Pages that do not stay in
 * memory until the commit are written several times, and checkpointing the log often writes them once more.
 *
 * To undo a statement, SQLite keeps what its pages were before, and if there are more than 16, in a file of the system's
 * directory for temporary files. That may be full or read-only, and is not where an operator looks for accounts.
 */
const memory = {
  small: { cacheKib: 4096, logPages: 1000, temporary: 'memory' },
  bulk: { cacheKib: 131_072, logPages: 65_536, temporary: 'file' },
}

const asleep = new Int32Array(new SharedArrayBuffer(4))

/** Comes once, before all answers: from here on, a wait is for the file or the disk. */
export type Loaded = 'loaded'
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.postMessage('loaded' satisfies Loaded)

const { file, openedBefore, lockTimeoutMs } = workerData as ThreadData
const { database, statements, opened } = open()
const texts = new Map<number, Omit<Write, 'values'>>()
let hasMuchMemory: boolean | undefined

/** The calls that the thread accepts. */
const calls = { batch, begin, statement, commit, rollback, eraseOldValues, close }
export type Calls = typeof calls
type Call = readonly [name: keyof Calls, given: never]
/** One for each call, in the same order. */
export type Answer = { readonly returned: never } | Failure

const port = parentPort
port?.on('message', (call: Call) => port.postMessage(answer(call)))

function answer([name, given]: Call): { readonly returned: unknown } | Failure {
  try {
    return { returned: calls[name](given) }
  } catch (error) {
    return failureOf(error, file)
  }
}

function open() {
  try {
    for (const [path, asOpened] of openedBefore) refuseOthers(path, asOpened)
    const connection = new DatabaseSync(file, { timeout: 0, enableForeignKeyConstraints: true })
    const prepared = new Statements(connection)
    // Several processes may open a new file at once.
    const { rows } = retryWhileBusy(lockTimeoutMs, () => prepared.run('pragma journal_mode = wal'))
    if (rows[0]?.['journal_mode'] !== 'wal')
      throw new DatabaseUnavailable(
        `SQLite can't keep a write-ahead log next to ${file}: is it on a network share?`,
      )
    connection.exec(`pragma synchronous = full; pragma journal_size_limit = ${keptWalBytes}`)
    // The first read creates the files that SQLite keeps next to the database.
    retryWhileBusy(lockTimeoutMs, () => prepared.run('pragma schema_version'))
    return { database: connection, statements: prepared, opened: filesOf(file) }
  } catch (error) {
    // Only the message reaches the other thread.
    throw new Error(failureOf(error, file).message, { cause: error })
  }
}

/** Runs independent writes in a single commit. */
function batch(writes: readonly Write[]): Result[] {
  // First, because the texts will not come again, even if the transaction can't begin.
  const known = writes.map(withTexts)
  begin(false)
  try {
    const results = known.map(attempt)
    statements.run('commit')
    return results
  } finally {
    rollback()
  }
}

function withTexts(write: Write): Write {
  const { number, text, order, followUp, values } = write
  if (number === undefined) return write
  if (text !== '') {
    texts.set(number, { text, order, followUp })
    return write
  }
  const kept = texts.get(number)
  if (!kept) throw new Error('a statement came without its text')
  return { ...kept, values }
}

/** SQLite undoes a failed statement by itself, without a savepoint. */
function attempt({ text, order, values, followUp }: Write): Result {
  try {
    if (followUp) statements.run('savepoint both')
    const outcome = statements.run(text, bound(values, order))
    if (followUp && outcome.rows.length > 0) statements.run(followUp.text, bound(values, followUp.order))
    return outcome
  } catch (error) {
    // Some errors, such as a full disk, make SQLite roll back the whole transaction.
    if (!database.isTransaction) throw error
    if (followUp) statements.run('rollback to both')
    return failureOf(error, file)
  } finally {
    if (followUp && database.isTransaction) statements.run('release both')
  }
}

/** A statement that fails ends the transaction, as on PostgreSQL. SQLite alone would continue. */
function statement({ text, values }: Write): Outcome {
  if (!database.isTransaction) throw new DatabaseUnavailable('the transaction was rolled back')
  try {
    return statements.run(text, values)
  } catch (error) {
    rollback()
    throw error
  }
}

function commit(): void {
  statement({ text: 'commit', values: [] })
}

function rollback(): void {
  if (database.isTransaction) statements.run('rollback')
}

function close(): void {
  rollback()
  database.close()
}

/** Rewrites the file without replaced and deleted values, and empties the log. Returns false if the log is in use. */
function eraseOldValues(): boolean {
  retryWhileBusy(lockTimeoutMs, () => database.exec('vacuum'))
  const giveUpAt = performance.now() + lockTimeoutMs
  // The log can't be emptied while somebody reads or writes, which another process may do at any moment.
  while (statements.run('pragma wal_checkpoint(truncate)').rows[0]?.['busy'] !== 0) {
    if (performance.now() > giveUpAt) return false
    pause()
  }
  return true
}

/** With `isUnbounded`, much is about to be written, in this transaction and perhaps in several. */
function begin(isUnbounded: boolean): void {
  for (const [path, asOpened] of opened) refuseOthers(path, asOpened)
  if (isUnbounded !== hasMuchMemory) {
    const { cacheKib, logPages, temporary } = isUnbounded ? memory.bulk : memory.small
    database.exec(
      `pragma cache_size = -${cacheKib}; pragma wal_autocheckpoint = ${logPages}; pragma temp_store = ${temporary}`,
    )
    hasMuchMemory = isUnbounded
  }
  retryWhileBusy(isUnbounded ? Number.POSITIVE_INFINITY : lockTimeoutMs, () =>
    statements.run('begin immediate'),
  )
}

/** SQLite's own busy handler retries ever more rarely, so a process that writes much would starve the others. */
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

/** Blocks this thread for a millisecond. */
function pause(): void {
  Atomics.wait(asleep, 0, 0, 1)
}
