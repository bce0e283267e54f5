import { setTimeout } from 'node:timers/promises'
import type { ChangeContext } from '../domain/context.ts'
import { countWorn } from '../domain/library/worn.ts'
import { repeat } from './repeat.ts'

/** Between two parts, so that 100,000 textures delay nobody (ms). */
const pauseMs = 20

/** Counts every `intervalMs` who wears what is shared, if there is a library. Returns a function that stops this. */
export function startCountingWorn(context: ChangeContext, intervalMs: number): () => void {
  if (context.config.library === 'off') return () => undefined
  return repeat(context.log, 'counting who wears what is shared', intervalMs, () =>
    countWorn(context, () => setTimeout(pauseMs, undefined, { ref: false })),
  )
}
