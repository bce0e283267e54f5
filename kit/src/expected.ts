import { isObject } from './json.ts'
import { UsageError } from './outcome.ts'

/** Reads what `--expected` names: which checks fail today, and why. */
export function readExpected(json: unknown, ids: ReadonlySet<string>): ReadonlyMap<string, string> {
  if (!isObject(json)) throw new UsageError('the file of --expected must hold an object of check and reason')
  for (const [id, reason] of Object.entries(json)) {
    if (!ids.has(id)) throw new UsageError(`--expected: there is no check ${id}`)
    if (typeof reason !== 'string' || reason.trim() === '')
      throw new UsageError(`--expected: ${id} needs a reason`)
  }
  return new Map(Object.entries(json) as [string, string][])
}
