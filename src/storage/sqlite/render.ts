import type { SQLInputValue } from 'node:sqlite'
import type { Statement, Value } from '../database.ts'
import type { Write } from './thread-entry.ts'

interface Rendered {
  readonly text: string
  /** Which value, counted from 0, each `?` stands for. */
  readonly order: readonly number[]
}

/** By the text that both databases share; these are constants, so they are few. */
const rendered = new Map<string, Rendered>()

/** The statement in SQLite's words, with a value for each `?`. (Node.js 22 can't bind SQLite's own `?1`.) */
export function render({ text, followUp }: Statement<unknown>, values: readonly Value[]): Write {
  return { ...bind(text, values), followUp: followUp === undefined ? undefined : bind(followUp, values) }
}

function bind(shared: string, values: readonly Value[]): Write {
  const { text, order } = rendered.get(shared) ?? translate(shared)
  return { text, values: order.map((index) => toInputValue(values[index])) }
}

function translate(shared: string): Rendered {
  const order: number[] = []
  const text = shared
    .replaceAll(/= any_of\((\$\d+)\)/g, 'in (select value from json_each($1))')
    .replaceAll(/\$(\d+)/g, (_, number: string) => {
      order.push(Number(number) - 1)
      return '?'
    })
  const made = { text, order }
  rendered.set(shared, made)
  return made
}

function toInputValue(value: Value | undefined): SQLInputValue {
  if (value === undefined) throw new TypeError('a statement has more parameters than it was given values')
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value
}
