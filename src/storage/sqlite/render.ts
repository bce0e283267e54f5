import type { Statement, Value } from '../engine/database.ts'
import { toInputValue } from './statements.ts'
import type { Write } from './thread-entry.ts'

/** Entries are removed along with their statements. */
const translations = new WeakMap<Statement<unknown>, Translated>()

/** Counts them, to number each. */
let translated = 0

interface Translated {
  readonly number: number
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
  let known = translations.get(statement)
  if (known === undefined) {
    const { text, followUp } = statement
    known = {
      number: ++translated,
      main: translate(text),
      followUp: followUp === undefined ? undefined : translate(followUp),
    }
    translations.set(statement, known)
  }
  const { number, main, followUp } = known
  const { text, values: bound } = bind(main, values)
  return { text, values: bound, followUp: followUp && bind(followUp, values), number }
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
