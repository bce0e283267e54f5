import type { ChangeContext, Context } from '../domain/context.ts'
import { noticeNewDevices } from '../domain/tokens/new-devices.ts'
import { repeat } from './repeat.ts'

/** Clocks differ, and a row is seen a moment after the instant that stands in it. What was told is not told again. */
const overlapMs = 10_000

/** Of what has happened while no process looked. */
const startMs = 600_000

/** Every `intervalMs`, until stopped. */
export function startNoticingDevices(
  context: ChangeContext & Pick<Context, 'secrets'>,
  intervalMs: number,
): () => void {
  let next = context.clock() - startMs
  return repeat(context.log, 'looking for new devices', intervalMs, async () => {
    const from = next
    next = Math.max(from, await noticeNewDevices(context, from))
    // Where there was less than can be read at once, what comes late is looked for again.
    next = Math.max(from, Math.min(next, context.clock() - overlapMs))
  })
}
