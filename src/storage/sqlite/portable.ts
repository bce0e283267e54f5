import type { SQLInputValue } from 'node:sqlite'
import type { Statement, Value } from '../database.ts'

interface Rendered {
  readonly text: string
  /** Which value, counted from 0, each `?` stands for. */
  readonly order: readonly number[]
}

const rendered = new WeakMap<Statement<unknown>, Rendered>()

/** The statement in SQLite's words, with a value for each `?`. (Node.js 22 can't bind SQLite's own `?1`.) */
export function toSqlite(
  statement: Statement<unknown>,
  values: readonly Value[],
): { text: string; values: SQLInputValue[] } {
  let it = rendered.get(statement)
  if (!it) {
    it = render(statement)
    rendered.set(statement, it)
  }
  return { text: it.text, values: it.order.map((index) => toInputValue(values[index])) }
}

function render({ text }: Statement<unknown>): Rendered {
  const order: number[] = []
  const parameter = (_: string, number: string) => {
    order.push(Number(number) - 1)
    return '?'
  }
  return {
    text: text
      .replaceAll(/= any_of\((\$\d+)\)/g, 'in (select value from json_each($1))')
      .replaceAll(/\$(\d+)/g, parameter),
    order,
  }
}

function toInputValue(value: Value | undefined): SQLInputValue {
  if (value === undefined) throw new TypeError('a statement has more parameters than it was given values')
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value
}
