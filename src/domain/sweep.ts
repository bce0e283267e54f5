import { sweepBatch } from '../storage/sweep.ts'
import type { Services } from './services.ts'

const day = 86_400_000
const totpStep = 30_000

/** Deletes what has run out, in small batches. Expired tokens are kept for a day, to be told as expired. */
export async function sweep(services: Services): Promise<void> {
  const now = services.clock()
  const limits = {
    launcherTokens: now - day,
    joins: now,
    guesses: now,
    lookupClients: now,
    totpSteps: Math.floor((now - day) / totpStep),
  }
  for (const what of Object.keys(limits) as (keyof typeof limits)[]) {
    while (await sweepBatch(services.db, what, limits[what])) await new Promise(setImmediate)
  }
}

/** Sweeps now and then until stopped; a failure is logged and the next sweep tries again. */
export function startSweeping(services: Services, every: number): () => void {
  const timer = setInterval(() => {
    sweep(services).catch((error: unknown) => services.log.warn({ err: error }, 'sweep failed'))
  }, every)
  timer.unref()
  return () => clearInterval(timer)
}
