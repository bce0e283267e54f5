import { digest } from '../../lib/digest.ts'
import type { Statement } from '../database.ts'

interface Rendered {
  readonly name: string
  readonly text: string
}

const rendered = new WeakMap<Statement<unknown>, Rendered>()

/**
 * The statement in PostgreSQL's words. Its name tells versions apart: behind a pooler two neighbouring
 * versions of Norn may share a server connection.
 */
export function render(statement: Statement<unknown>): Rendered {
  let made = rendered.get(statement)
  if (made === undefined) {
    const text = statement.text.replaceAll('= any_of(', '= any(')
    made = { name: `${statement.name}_${digest(text).slice(0, 8)}`, text }
    rendered.set(statement, made)
  }
  return made
}
