import type { Context } from '../domain/context.ts'
import { sweepBatch } from '../storage/sweep.ts'
import { sweepTextures } from '../storage/textures.ts'

const dayMs = 86_400_000
const totpStepMs = 30_000

/** Deletes expired rows, in small batches. Expired tokens are kept for a day: a join with one is told so (D1). */
export async function sweep({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> {
  const now = clock()
  const limits = {
    credentials: now - dayMs,
    joins: now,
    guesses: now,
    lookupClients: now,
    totpSteps: Math.floor((now - dayMs) / totpStepMs),
  }
  for (const table of Object.keys(limits) as (keyof typeof limits)[]) {
    while (await sweepBatch(db, table, limits[table])) await new Promise(setImmediate)
  }
}

/**
 * Deletes textures that nobody wears any more, looking at a bounded number of hashes after `after`. Returns
 * the hash to go on after. They are kept for a day: servers and games go on showing for a while what was
 * taken off.
 */
export async function sweepUnworn(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  after: string,
): Promise<string> {
  const now = clock()
  return (await sweepTextures(db, { after, now, unwornSince: now - dayMs })) ?? ''
}

/** Sweeps every `intervalMs` until stopped; a failure is logged and the next sweep tries again. */
export function startSweeping(
  context: Pick<Context, 'db' | 'clock' | 'log'>,
  intervalMs: number,
): () => void {
  let lastTexture = ''
  const step = async () => {
    await sweep(context)
    lastTexture = await sweepUnworn(context, lastTexture)
  }
  const timer = setInterval(() => {
    step().catch((error: unknown) => context.log.warn({ err: error }, 'sweep failed'))
  }, intervalMs)
  timer.unref()
  return () => clearInterval(timer)
}
