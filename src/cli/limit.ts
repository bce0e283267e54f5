import { UsageError } from './command.ts'

/** How many rows a list has. Throws UsageError. */
export function readLimit(text: string): number {
  const limit = /^\d{1,9}$/.test(text) ? Number(text) : 0
  if (limit > 0) return limit
  throw new UsageError(`--limit is "${text}", but must be a whole number above 0`)
}
