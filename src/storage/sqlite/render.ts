import type { SQLInputValue } from 'node:sqlite'
import type { Statement, Value } from '../engine/database.ts'
import { bound, toInputValue } from './statements.ts'
import type { OrderedText, Write } from './thread-entry.ts'

/** Entries are removed along with their statements. */
const translations = new WeakMap<Statement<unknown>, Translated>()

/** Counts them, to number each. */
let count = 0

interface Translated {
  readonly number: number
  readonly main: OrderedText
  readonly followUp: OrderedText | undefined
}

export interface Rendered {
  readonly text: string
  readonly values: readonly SQLInputValue[]
}

/** Renders a statement for SQLite, with a value for each `?`. (Node.js 22 can't bind SQLite's own `?1`.) */
export function render(
  statement: Statement<unknown>,
  values: readonly Value[],
): Rendered & { followUp: Rendered | undefined } {
  const { main, followUp } = translated(statement)
  const given = values.map(toInputValue)
  const rendered = ({ text, order }: OrderedText) => ({ text, values: bound(given, order) })
  return { ...rendered(main), followUp: followUp && rendered(followUp) }
}

/** Renders a statement that reads. It has no second one. */
export function renderRead(statement: Statement<unknown>, values: readonly Value[]): Rendered {
  const { text, order = [] } = translated(statement).main
  return { text, values: order.map((index) => toInputValue(values[index])) }
}

/** Renders a statement for the writer thread, which binds the values itself: each is then copied only once. */
export function renderWrite(statement: Statement<unknown>, values: readonly Value[]): Write {
  const { number, main, followUp } = translated(statement)
  return { ...main, values: values.map(toInputValue), followUp, number }
}

function translated(statement: Statement<unknown>): Translated {
  let known = translations.get(statement)
  if (known === undefined) {
    const { text, followUp } = statement
    known = {
      number: ++count,
      main: translate(text),
      followUp: followUp === undefined ? undefined : translate(followUp),
    }
    translations.set(statement, known)
  }
  return known
}

function translate(shared: string): OrderedText {
  const order: number[] = []
  const text = shared
    .replaceAll(/= any_of\((\$\d+)\)/g, 'in (select value from json_each($1))')
    .replaceAll('each_of(', 'json_each(')
    .replaceAll(/\$(\d+)/g, (_, number: string) => {
      order.push(Number(number) - 1)
      return '?'
    })
  return { text, order }
}
