import { type CompiledQuery, type DatabaseConnection, type QueryResult, SelectQueryNode } from 'kysely'
import { DatabaseUnavailable } from '../../model/errors/database-unavailable.ts'
import { handedOver, isSelect } from '../engine/texts.ts'
import type { Reader } from './reader.ts'
import { type Outcome, toInputValue } from './statements.ts'
import type { Write } from './thread-entry.ts'
import type { Writer } from './writer.ts'

/** A connection in Kysely's sense. Selects go to the reader, everything else and whole transactions to the writer. */
export class Connection implements DatabaseConnection {
  readonly #reader: Reader
  readonly #writer: Writer
  readonly #timeoutMs: number
  #transaction: 'none' | 'open' | 'over' = 'none'
  #idle: NodeJS.Timeout | undefined

  constructor(reader: Reader, writer: Writer, timeoutMs: number) {
    this.#reader = reader
    this.#writer = writer
    this.#timeoutMs = timeoutMs
  }

  async begin(): Promise<void> {
    await this.#writer.begin(this.#timeoutMs)
    this.#transaction = 'open'
    // A transaction that is idle for too long is rolled back, because everybody else waits for it.
    this.#idle = setTimeout(() => this.rollback().catch(() => undefined), this.#timeoutMs)
  }

  commit(): Promise<void> {
    return this.#end('commit')
  }

  async rollback(): Promise<void> {
    if (this.#transaction === 'open') await this.#end('rollback')
  }

  async #end(how: 'commit' | 'rollback'): Promise<void> {
    this.#refuseWhenOver()
    this.#transaction = 'over'
    clearTimeout(this.#idle)
    await this.#writer.end(how, this.#timeoutMs)
  }

  async executeQuery<Row>({ sql, parameters, query }: CompiledQuery): Promise<QueryResult<Row>> {
    const values = handedOver(parameters, isSelect(sql)).map(toInputValue)
    const isAlone = this.#transaction === 'none'
    if (isAlone && SelectQueryNode.is(query))
      return { rows: (await this.#reader.select(sql, values)) as Row[] }
    const write = { text: sql, values }
    const { rows, changes } = await (isAlone ? this.#writer.write(write) : this.#inTransaction(write))
    return { rows: rows as Row[], ...(changes !== undefined && { numAffectedRows: BigInt(changes) }) }
  }

  async #inTransaction(write: Write): Promise<Outcome> {
    this.#refuseWhenOver()
    this.#idle?.refresh()
    const outcome = await this.#writer.call('statement', this.#timeoutMs, write)
    this.#idle?.refresh()
    return outcome
  }

  #refuseWhenOver(): void {
    if (this.#transaction === 'over')
      throw new DatabaseUnavailable('the transaction has ended, possibly because it was idle for too long')
  }

  streamQuery(): never {
    throw new Error('streaming is not supported; read pages in the order of a key')
  }
}
