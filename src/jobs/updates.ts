import type { Context } from '../domain/context.ts'
import { checkDaily } from '../domain/operation/updates.ts'
import { repeat } from './repeat.ts'

/** Looks every `intervalMs`, until stopped, whether a day has passed since the newest version was asked for. */
export function startCheckingForUpdates(
  context: Pick<Context, 'clock' | 'config' | 'log'>,
  intervalMs: number,
): () => void {
  return repeat(context.log, 'asking for the newest version', intervalMs, () => checkDaily(context))
}
