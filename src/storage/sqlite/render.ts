import type { Statement, Value } from '../engine/database.ts'
import { toInputValue } from './statements.ts'
import type { Write } from './thread-entry.ts'

/** Entries are removed along with their statements. */
const translations = new WeakMap<Statement<unknown>, Translated>()

interface Translated {
  readonly main: Translation
  readonly followUp: Translation | undefined
}

/** `order` contains, for each `?`, the index of its value, counted from 0. */
interface Translation {
  readonly text: string
  readonly order: readonly number[]
}

/** Renders a statement for SQLite, with a value for each `?`. (Node.js 22 can't bind SQLite's own `?1`.) */
export function render(statement: Statement<unknown>, values: readonly Value[]): Write {
  let translated = translations.get(statement)
  if (translated === undefined) {
    const { text, followUp } = statement
    translated = { main: translate(text), followUp: followUp === undefined ? undefined : translate(followUp) }
    translations.set(statement, translated)
  }
  const { main, followUp } = translated
  return { ...bind(main, values), followUp: followUp && bind(followUp, values) }
}

const bind = ({ text, order }: Translation, values: readonly Value[]): Write => ({
  text,
  values: order.map((index) => toInputValue(values[index])),
})

function translate(shared: string): Translation {
  const order: number[] = []
  const text = shared
    .replaceAll(/= any_of\((\$\d+)\)/g, 'in (select value from json_each($1))')
    .replaceAll(/\$(\d+)/g, (_, number: string) => {
      order.push(Number(number) - 1)
      return '?'
    })
  return { text, order }
}
