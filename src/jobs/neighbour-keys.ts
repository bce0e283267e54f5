import type { ChangeContext, NeighbourContext } from '../domain/context.ts'
import { readDueKeys } from '../domain/neighbours/keys.ts'
import { repeat } from './repeat.ts'

/** Looks every `intervalMs` for neighbours whose keys have to be read again. Returns a function that stops this. */
export function startReadingKeys(context: ChangeContext & NeighbourContext, intervalMs: number): () => void {
  if (context.config.neighbours === 'off') return () => undefined
  return repeat(context.log, 'reading the keys of neighbours', intervalMs, () => readDueKeys(context))
}
