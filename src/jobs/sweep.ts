import type { Context } from '../domain/context.ts'
import { sweepBatch } from '../storage/sweep.ts'
import { sweepTextures } from '../storage/textures.ts'

const day = 86_400_000
const totpStep = 30_000

/** Deletes what has run out, in small batches. Expired tokens are kept for a day, to be told as expired. */
export async function sweep(context: Context): Promise<void> {
  const now = context.clock()
  const limits = {
    credentials: now - day,
    joins: now,
    guesses: now,
    lookupClients: now,
    totpSteps: Math.floor((now - day) / totpStep),
  }
  for (const what of Object.keys(limits) as (keyof typeof limits)[]) {
    while (await sweepBatch(context.db, what, limits[what])) await new Promise(setImmediate)
  }
}

/**
 * Looks through the next textures after `after` for those that nobody wears, a bounded number at a time
 * however many there are, and answers where to go on. They are kept for a day: servers and games go on
 * showing what was taken off for a while.
 */
export async function sweepUnworn({ db, clock }: Context, after: string): Promise<string> {
  const now = clock()
  return (await sweepTextures(db, { after, now, unwornSince: now - day })) ?? ''
}

/** Sweeps now and then until stopped; a failure is logged and the next sweep tries again. */
export function startSweeping(context: Context, every: number): () => void {
  let lastTexture = ''
  const step = async () => {
    await sweep(context)
    lastTexture = await sweepUnworn(context, lastTexture)
  }
  const timer = setInterval(() => {
    step().catch((error: unknown) => context.log.warn({ err: error }, 'sweep failed'))
  }, every)
  timer.unref()
  return () => clearInterval(timer)
}
