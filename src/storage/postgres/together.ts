import { DatabaseUnavailable } from '../../model/errors/database-unavailable.ts'
import type { Statement, Value } from '../engine/database.ts'

/** If more reads wait for an answer, further ones are rejected, because they would be too late anyway. */
const mostWaiting = 2000

/** The most reads that one statement answers. The planner expects ten. */
const mostAtOnce = 64

/** Runs a statement, now. A list holds one value for each of several reads. */
type Run = (
  statement: Statement<unknown>,
  values: readonly (Value | readonly (string | null)[])[],
) => Promise<object[]>

interface Question {
  readonly values: readonly Value[]
  readonly resolve: (rows: never[]) => void
  readonly reject: (error: unknown) => void
}

/** A row of a statement that answers several reads: `asked_number` counts them from 1. */
interface NumberedRow {
  asked_number: number
}

/**
 * Collects the reads of one turn of the event loop, and asks those of the same statement at once: the way to the server
 * and back costs both several times as much as to find a row.
 */
export class Together {
  readonly #run: Run
  #asked = new Map<Statement<unknown>, Question[]>()
  #waiting = 0

  constructor(run: Run) {
    this.#run = run
  }

  /** Throws DatabaseUnavailable. */
  ask<Row>(statement: Statement<Row>, values: readonly Value[]): Promise<Row[]> {
    return new Promise((resolve, reject) => {
      if (this.#waiting >= mostWaiting) throw new DatabaseUnavailable('too many reads are in progress')
      this.#waiting++
      if (this.#asked.size === 0) setImmediate(this.#send)
      const question = { values, resolve, reject }
      const others = this.#asked.get(statement)
      if (others) others.push(question)
      else this.#asked.set(statement, [question])
    })
  }

  readonly #send = (): void => {
    const asked = this.#asked
    this.#asked = new Map()
    for (const [statement, questions] of asked) {
      for (let start = 0; start < questions.length; start += mostAtOnce)
        void this.#answer(statement, questions.slice(start, start + mostAtOnce))
    }
  }

  async #answer(statement: Statement<unknown>, questions: readonly Question[]): Promise<void> {
    try {
      const answers = await this.#answersTo(statement, questions)
      for (const [index, { resolve }] of questions.entries()) resolve((answers[index] ?? []) as never[])
    } catch (error) {
      for (const { reject } of questions) reject(error)
    } finally {
      this.#waiting -= questions.length
    }
  }

  async #answersTo(statement: Statement<unknown>, questions: readonly Question[]): Promise<object[][]> {
    const [only, ...others] = questions
    if (only && others.length === 0) return [await this.#run(statement, only.values)]
    const answers = questions.map((): object[] => [])
    const rows = (await this.#run(atOnce(statement), listsOf(questions))) as NumberedRow[]
    for (const { asked_number, ...row } of rows) answers[asked_number - 1]?.push(row)
    return answers
  }
}

/** Returns a list for each parameter, with the value of each question. */
const listsOf = (questions: readonly Question[]): (string | null)[][] =>
  (questions[0]?.values ?? []).map((_, at) => questions.map(({ values }) => textOf(values[at] ?? null)))

const textOf = (value: Value): string | null => (value === null ? null : String(value))

const made = new WeakMap<Statement<unknown>, Statement<unknown>>()

/** Returns the statement that answers several reads. Its rows begin with the number of the read that they answer. */
export function atOnce(statement: Statement<unknown>): Statement<unknown> {
  const known = made.get(statement)
  if (known) return known
  const { name, text, together = [] } = statement
  const lists = together.map((type, at) => `cast($${at + 1} as ${type}[])`)
  const columns = together.map((_, at) => `value_${at + 1}`)
  const several = {
    name: `${name}_at_once`,
    text: `select asked_number, found.* from unnest(${lists.join(', ')}) with ordinality as asked (${columns.join(', ')}, asked_number)
      cross join lateral (${text.replaceAll(/\$(\d+)/g, 'asked.value_$1')}) as found`,
    writes: false,
  }
  made.set(statement, several)
  return several
}
