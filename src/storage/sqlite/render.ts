import type { SQLInputValue } from 'node:sqlite'
import type { Statement, Value } from '../database.ts'

interface Rendered {
  readonly text: string
  /** Which value, counted from 0, each `?` stands for. */
  readonly order: readonly number[]
  readonly followUp: Rendered | undefined
}

interface Bound {
  readonly text: string
  readonly values: SQLInputValue[]
}

const rendered = new WeakMap<Statement<unknown>, Rendered>()

/** The statement in SQLite's words, with a value for each `?`. (Node.js 22 can't bind SQLite's own `?1`.) */
export function render(
  statement: Statement<unknown>,
  values: readonly Value[],
): Bound & { followUp: Bound | undefined } {
  let made = rendered.get(statement)
  if (made === undefined) {
    const { text, followUp } = statement
    made = translate(text, followUp === undefined ? undefined : translate(followUp))
    rendered.set(statement, made)
  }
  return { ...bind(made, values), followUp: made.followUp && bind(made.followUp, values) }
}

const bind = ({ text, order }: Rendered, values: readonly Value[]): Bound => ({
  text,
  values: order.map((index) => toInputValue(values[index])),
})

function translate(shared: string, followUp?: Rendered): Rendered {
  const order: number[] = []
  const text = shared
    .replaceAll(/= any_of\((\$\d+)\)/g, 'in (select value from json_each($1))')
    .replaceAll(/\$(\d+)/g, (_, number: string) => {
      order.push(Number(number) - 1)
      return '?'
    })
  return { text, order, followUp }
}

function toInputValue(value: Value | undefined): SQLInputValue {
  if (value === undefined) throw new TypeError('a statement has more parameters than it was given values')
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value
}
