import type { DatabaseSync } from 'node:sqlite'
import { ForeignDatabaseRefused } from '../database.ts'
import type { Column, Value } from './parse.ts'

export type Insert = (row: readonly Value[]) => void

/** The tables of a dump, as they come. */
export class Tables {
  readonly #database: DatabaseSync
  readonly #columns = new Map<string, readonly Column[]>()

  constructor(database: DatabaseSync) {
    this.#database = database
  }

  /** Throws ForeignDatabaseRefused. */
  create(table: string, columns: readonly Column[]): void {
    if (this.#columns.has(table)) {
      throw new ForeignDatabaseRefused(`it has the table ${table} twice; dump the one database alone`)
    }
    this.#columns.set(table, columns)
    const typed = columns.map(({ name, type }) => `${quoted(name)} ${storedAs(type)}`)
    this.#database.exec(`create table ${quoted(table)} (${typed.join(', ')})`)
  }

  /** Adds a row to a table; without `names` it has all columns. Throws ForeignDatabaseRefused. */
  insert(table: string, names: readonly string[] | undefined): Insert {
    const all = this.#columns.get(table)
    if (!all) {
      throw new ForeignDatabaseRefused(`it has rows of the table ${table}, but not its columns; dump both`)
    }
    const columns = names?.map((name) => all.find((column) => column.name === name)) ?? all
    const written = columns.map((column) => quoted(column?.name ?? ''))
    const statement = this.#database.prepare(
      `insert into ${quoted(table)} (${written.join(', ')}) values (${written.map(() => '?').join(', ')})`,
    )
    return (row) => {
      if (row.length !== columns.length) {
        throw new ForeignDatabaseRefused(`a row of its table ${table} has another number of columns`)
      }
      statement.run(...row.map((value, index) => converted(value, columns[index]?.type ?? '')))
    }
  }
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** Texts that look like numbers stay texts where the program has texts. */
function storedAs(type: string): string {
  if (/int|serial|bool|bit/.test(type)) return 'integer'
  if (/double|float|real|decimal|numeric/.test(type)) return 'real'
  return isBytes(type) ? 'blob' : 'text'
}

const isBytes = (type: string): boolean => /blob|binary|bytea/.test(type)

function converted(value: Value, type: string): Value | bigint {
  // Bound as a float it would be 1500000000001.0 where the column has texts: SQLite keeps times in any column.
  if (typeof value === 'number' && Number.isInteger(value)) return BigInt(value)
  if (typeof value !== 'string') return value
  if (/bool/.test(type))
    return value === 't' || value === 'true' ? 1 : value === 'f' || value === 'false' ? 0 : value
  if (type === 'bytea' && value.startsWith('\\x')) return Buffer.from(value.slice(2), 'hex')
  return isBytes(type) ? Buffer.from(value) : value
}
