import type { ChangeContext } from '../domain/context.ts'
import { checkDaily } from '../domain/operation/updates.ts'
import { repeat } from './repeat.ts'

/** Checks every `intervalMs` whether a day has passed since the last check. Returns a function that stops this. */
export function startCheckingForUpdates(context: ChangeContext, intervalMs: number): () => void {
  return repeat(context.log, 'asking for the newest version', intervalMs, () => checkDaily(context))
}
