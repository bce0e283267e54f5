import { digest } from '../../lib/digest.ts'
import type { Statement } from '../database.ts'

interface Prepared {
  readonly name: string
  readonly text: string
}

const prepared = new WeakMap<Statement<unknown>, Prepared>()

/**
 * The statement in PostgreSQL's words. Its name tells versions apart: behind a pooler two neighbouring
 * versions of Norn may share a server connection.
 */
export function preparedOf(statement: Statement<unknown>): Prepared {
  let made = prepared.get(statement)
  if (made === undefined) {
    const text = statement.text.replaceAll('= any_of(', '= any(')
    made = { name: `${statement.name}_${digest(text).slice(0, 8)}`, text }
    prepared.set(statement, made)
  }
  return made
}
