import type { Statement, Value } from '../database.ts'
import { toInputValue } from './statements.ts'
import type { Write } from './thread-entry.ts'

/** By the text that both databases share; these are constants, so they are few. */
const translations = new Map<string, ReturnType<typeof translate>>()

/** The statement in SQLite's words, with a value for each `?`. (Node.js 22 can't bind SQLite's own `?1`.) */
export function render({ text, followUp }: Statement<unknown>, values: readonly Value[]): Write {
  return { ...bind(text, values), followUp: followUp === undefined ? undefined : bind(followUp, values) }
}

function bind(shared: string, values: readonly Value[]): Write {
  const { text, order } = translations.get(shared) ?? translate(shared)
  return { text, values: order.map((index) => toInputValue(values[index])) }
}

/** `order`: which value, counted from 0, each `?` stands for. */
function translate(shared: string) {
  const order: number[] = []
  const text = shared
    .replaceAll(/= any_of\((\$\d+)\)/g, 'in (select value from json_each($1))')
    .replaceAll(/\$(\d+)/g, (_, number: string) => {
      order.push(Number(number) - 1)
      return '?'
    })
  const translation = { text, order }
  translations.set(shared, translation)
  return translation
}
