import type { SQLInputValue } from 'node:sqlite'
import type { Statement, Value } from '../database.ts'

const texts = new WeakMap<Statement<unknown>, string>()

/** The statement in SQLite's words. */
export function sqliteText(statement: Statement<unknown>): string {
  let text = texts.get(statement)
  if (text === undefined) {
    text = statement.text
      .replaceAll(/= any_of\(\$(\d+)\)/g, 'in (select value from json_each(?$1))')
      .replaceAll(/\$(\d+)/g, '?$1')
    texts.set(statement, text)
  }
  return text
}

export function sqliteValues(values: readonly Value[]): SQLInputValue[] {
  return values.map((value) => (typeof value === 'object' && value !== null ? JSON.stringify(value) : value))
}
