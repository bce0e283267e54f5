import type { SQLInputValue } from 'node:sqlite'
import type { Statement, Value } from '../database.ts'

interface Rendered {
  readonly text: string
  /** Which value, counted from 0, each `?` stands for. */
  readonly order: readonly number[]
}

const rendered = new WeakMap<Statement<unknown>, Rendered>()

/** The statement in SQLite's words, with a value for each `?`. (Node.js 22 can't bind SQLite's own `?1`.) */
export function render(
  statement: Statement<unknown>,
  values: readonly Value[],
): { text: string; values: SQLInputValue[] } {
  const { text, order } = rendered.get(statement) ?? remember(statement)
  return { text, values: order.map((index) => toInputValue(values[index])) }
}

function remember(statement: Statement<unknown>): Rendered {
  const order: number[] = []
  const text = statement.text
    .replaceAll(/= any_of\((\$\d+)\)/g, 'in (select value from json_each($1))')
    .replaceAll(/\$(\d+)/g, (_, number: string) => {
      order.push(Number(number) - 1)
      return '?'
    })
  rendered.set(statement, { text, order })
  return { text, order }
}

function toInputValue(value: Value | undefined): SQLInputValue {
  if (value === undefined) throw new TypeError('a statement has more parameters than it was given values')
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value
}
