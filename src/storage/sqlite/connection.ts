import type { SQLInputValue } from 'node:sqlite'
import { type CompiledQuery, type DatabaseConnection, type QueryResult, SelectQueryNode } from 'kysely'
import { DatabaseUnavailable } from '../../model/database-unavailable.ts'
import type { Reader } from './reader.ts'
import type { Outcome } from './statements.ts'
import type { Write } from './thread-entry.ts'
import { type Writer, withoutEnd } from './writer.ts'

/** In Kysely's sense. Selects go to the reader, everything else and all of a transaction to the writer. */
export class Connection implements DatabaseConnection {
  readonly #reader: Reader
  readonly #writer: Writer
  readonly #isPatient: boolean
  readonly #patienceMs: number
  #transaction: 'none' | 'open' | 'over' = 'none'
  #idle: NodeJS.Timeout | undefined

  constructor(reader: Reader, writer: Writer, isPatient: boolean) {
    this.#reader = reader
    this.#writer = writer
    this.#isPatient = isPatient
    this.#patienceMs = isPatient ? withoutEnd : writer.patienceMs
  }

  async begin(): Promise<void> {
    await this.#writer.begin(this.#patienceMs, this.#isPatient)
    this.#transaction = 'open'
    // Whoever lets it lie loses it: everybody else waits for it.
    this.#idle = setTimeout(() => this.rollback().catch(() => undefined), this.#patienceMs)
  }

  commit(): Promise<void> {
    return this.#end('commit')
  }

  async rollback(): Promise<void> {
    if (this.#transaction === 'open') await this.#end('rollback')
  }

  async #end(kind: 'commit' | 'rollback'): Promise<void> {
    this.#refuseWhenOver()
    this.#transaction = 'over'
    clearTimeout(this.#idle)
    await this.#writer.end(kind, this.#patienceMs)
  }

  async executeQuery<Row>({ sql, parameters, query }: CompiledQuery): Promise<QueryResult<Row>> {
    const values = parameters.map(toInputValue)
    if (this.#transaction === 'none' && SelectQueryNode.is(query))
      return { rows: (await this.#reader.select(sql, values)) as Row[] }
    const { rows, changes } = await this.#write({ text: sql, values })
    return { rows: rows as Row[], ...(changes !== undefined && { numAffectedRows: BigInt(changes) }) }
  }

  /** Of a patient connection as a transaction: that has the patience which a batch has not. */
  async #write(write: Write): Promise<Outcome> {
    if (this.#transaction !== 'none') return this.#inTransaction(write)
    if (!this.#isPatient) return this.#writer.write(write)
    await this.begin()
    try {
      const outcome = await this.#inTransaction(write)
      await this.commit()
      return outcome
    } finally {
      await this.rollback()
    }
  }

  async #inTransaction(write: Write): Promise<Outcome> {
    this.#refuseWhenOver()
    this.#idle?.refresh()
    const [result] = await this.#writer.ask({ kind: 'statement', ...write }, this.#patienceMs)
    this.#idle?.refresh()
    return result && 'rows' in result ? result : { rows: [] }
  }

  #refuseWhenOver(): void {
    if (this.#transaction === 'over')
      throw new DatabaseUnavailable('the transaction is over: by itself, if it was idle for too long')
  }

  streamQuery(): never {
    throw new Error('there are no streams here: ask for pages, in the order of a key')
  }
}

function toInputValue(value: unknown): SQLInputValue {
  if (value === null || typeof value === 'string' || typeof value === 'number') return value
  throw new TypeError(`SQLite is given strings, numbers and null here, not a ${typeof value}`)
}
