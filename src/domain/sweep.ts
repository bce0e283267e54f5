import { sweepBatch } from '../storage/sweep.ts'
import { sweepTextures } from '../storage/textures.ts'
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

/**
 * Looks through the next textures after `after` for those that nobody wears, a bounded number at a time
 * however many there are, and answers where to go on. They are kept for a day: servers and games go on
 * showing what was taken off for a while.
 */
export async function sweepUnworn({ db, clock }: Services, after: string): Promise<string> {
  const now = clock()
  return (await sweepTextures(db, { after, now, unwornSince: now - day })) ?? ''
}

/** Sweeps now and then until stopped; a failure is logged and the next sweep tries again. */
export function startSweeping(services: Services, every: number): () => void {
  let lastTexture = ''
  const step = async () => {
    await sweep(services)
    lastTexture = await sweepUnworn(services, lastTexture)
  }
  const timer = setInterval(() => {
    step().catch((error: unknown) => services.log.warn({ err: error }, 'sweep failed'))
  }, every)
  timer.unref()
  return () => clearInterval(timer)
}
