import { digest } from '../../lib/crypto/digest.ts'
import type { Statement } from '../engine/database.ts'

interface Rendered {
  readonly name: string
  readonly text: string
}

const rendered = new WeakMap<Statement<unknown>, Rendered>()

/**
 * Renders a statement for PostgreSQL. Its name depends on the version: behind a pooler, two versions of Norn may share
 * a server connection during an update.
 */
export function render(statement: Statement<unknown>): Rendered {
  let made = rendered.get(statement)
  if (made === undefined) {
    const text = asOne(statement)
      .replaceAll('= any_of(', '= any(')
      .replaceAll(/each_of\((\$\d+)\) as (\w+) cross join (.*?) = \2\.value/gs, '$3 = any($1)')
    made = { name: `${statement.name}_${digest(text).slice(0, 8)}`, text }
    rendered.set(statement, made)
  }
  return made
}

function asOne({ text, followUp }: Statement<unknown>): string {
  if (followUp === undefined) return text
  return `with written as (${text}), followed as (${followUp} and exists (select 1 from written))
    select * from written`
}
