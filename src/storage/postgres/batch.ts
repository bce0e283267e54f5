import type { Connection, FieldDef, PoolClient, Submittable } from 'pg'
import type { Value } from '../engine/database.ts'

/** A statement, and the values of each time that it is to run. */
export interface Several {
  readonly name: string
  readonly text: string
  readonly lists: readonly (readonly Value[])[]
}

type Callback = (error: unknown, answers?: object[][]) => void

/**
 * Runs a statement several times in one transaction and one round trip: between the runs, the server is not told that
 * a transaction ends. pg accepts such objects (`Submittable`) in place of a query; its own cursors
 * work this way.
 */
export class Batch implements Submittable {
  /** pg replaces it by a function that also ends the timer for this query. */
  callback: Callback
  /** pg remembers these two once the server has prepared the statement. */
  readonly name: string
  readonly text: string
  readonly #lists: Several['lists']
  readonly #client: PoolClient
  readonly #answers: object[][] = []
  #fields: FieldDef[] = []
  #rows: object[] = []

  constructor(several: Several, client: PoolClient, callback: Callback) {
    this.name = several.name
    this.text = several.text
    this.#lists = several.lists
    this.#client = client
    this.callback = callback
  }

  submit(connection: Connection): void {
    const { name, text } = this
    connection.stream.cork()
    if (!preparedOn(connection)[name]) connection.parse({ name, text, types: [] }, true)
    for (const [index, values] of this.#lists.entries()) {
      connection.bind({ statement: name, values: values.map(textOf) }, true)
      // All have the same columns.
      if (index === 0) connection.describe({ type: 'P', name: '' }, true)
      connection.execute({}, true)
    }
    connection.sync()
    connection.stream.uncork()
  }

  handleRowDescription({ fields }: { fields: FieldDef[] }): void {
    this.#fields = fields
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    const row: Record<string, unknown> = {}
    for (const [index, { name, dataTypeID }] of this.#fields.entries()) {
      const value = fields[index] ?? null
      row[name] = value === null ? null : this.#client.getTypeParser(dataTypeID, 'text')(value)
    }
    this.#rows.push(row)
  }

  handleCommandComplete(): void {
    this.#answers.push(this.#rows)
    this.#rows = []
  }

  /** Called once everything is durable. */
  handleReadyForQuery(): void {
    this.callback(null, this.#answers)
  }

  handleError(error: unknown): void {
    this.callback(error)
  }
}

/** Returns the texts of the statements that a connection knows by name, which the types of pg leave out. */
const preparedOn = (connection: Connection): Record<string, string> =>
  (connection as unknown as { parsedStatements: Record<string, string> }).parsedStatements

const textOf = (value: Value): string | null => (value === null ? null : String(value))
