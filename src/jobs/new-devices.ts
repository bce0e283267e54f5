import type { ChangeContext, SecretContext } from '../domain/context.ts'
import { noticeNewDevices } from '../domain/tokens/new-devices.ts'
import { repeat } from './repeat.ts'

/** Clocks differ, and rows become visible late, so each look reaches this far back. No device is reported twice. */
const overlapMs = 10_000

/** At start, events from this long ago are looked at: no process may have been running. */
const startMs = 600_000

/** Looks for sign-ins from new devices every `intervalMs`. Returns a function that stops this. */
export function startNoticingDevices(context: ChangeContext & SecretContext, intervalMs: number): () => void {
  let next = context.clock() - startMs
  return repeat(context.log, 'looking for new devices', intervalMs, async () => {
    const from = next
    next = Math.max(from, await noticeNewDevices(context, from))
    // A look that found everything there was must still cover rows that become visible late.
    next = Math.max(from, Math.min(next, context.clock() - overlapMs))
  })
}
