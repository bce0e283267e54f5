import type { Context } from '../domain/context.ts'
import { sweepBatch } from '../storage/sweep.ts'
import { sweepTextures } from '../storage/textures.ts'

const dayMs = 86_400_000
const totpStepMs = 30_000

/** Each has cost its client tens of thousands of requests. */
const maxAutomaticBans = 20_000

/** Deletes expired rows, in small batches. Expired tokens are kept for a day: a join with one is told so (D1). */
export async function sweep({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> {
  const now = clock()
  const limits = {
    credentials: now - dayMs,
    joins: now,
    guesses: now,
    lookupClients: now,
    surplusBans: maxAutomaticBans,
    totpSteps: Math.floor((now - dayMs) / totpStepMs),
    mail: now,
  }
  for (const table of Object.keys(limits) as (keyof typeof limits)[]) {
    while (await sweepBatch(db, table, limits[table])) await new Promise(setImmediate)
  }
}

/**
 * Deletes textures that nobody wears any more, looking at a bounded number of hashes after `after`, and at the
 * next ones while it finds some, up to the last. Returns the hash to go on after. They are kept for a day:
 * servers and games go on showing for a while what was taken off.
 */
export async function sweepUnworn(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  after: string,
): Promise<string> {
  const now = clock()
  for (let from = after; ; ) {
    const { next, deleted } = await sweepTextures(db, { after: from, now, unwornSince: now - dayMs })
    if (next === undefined || deleted === 0) return next ?? ''
    from = next
    await new Promise(setImmediate)
  }
}

/** Sweeps every `intervalMs` until stopped; a failure is logged and the next sweep tries again. */
export function startSweeping(
  context: Pick<Context, 'db' | 'clock' | 'log'>,
  intervalMs: number,
): () => void {
  let lastTexture = ''
  let isSweeping = false
  const step = async () => {
    // One that takes longer than the interval is not joined by another.
    if (isSweeping) return
    isSweeping = true
    try {
      await sweep(context)
      lastTexture = await sweepUnworn(context, lastTexture)
    } catch (error) {
      context.log.warn({ err: error }, 'sweep failed')
    } finally {
      isSweeping = false
    }
  }
  const timer = setInterval(() => void step(), intervalMs)
  timer.unref()
  return () => clearInterval(timer)
}
