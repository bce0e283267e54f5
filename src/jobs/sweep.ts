import { deleteDueAccounts } from '../domain/accounts/own-deletion.ts'
import type { ChangeContext, Context, ReadContext } from '../domain/context.ts'
import { dayMs } from '../lib/measure/units.ts'
import { sweepTextures } from '../storage/game/textures.ts'
import { sweepDeadGrants } from '../storage/oauth/grants.ts'
import { lastSeal } from '../storage/records/audit-seals.ts'
import { sweepBatch } from '../storage/records/sweep.ts'
import { repeat } from './repeat.ts'

const totpStepMs = 30_000

/** A launcher that asks a little late is told `expired_token`. */
const artifactGraceMs = 600_000

/** Each has cost its client tens of thousands of requests. */
const maxAutomaticBans = 20_000

/** Expired joins are kept for so long: the log then tells a server that comes late from one that nobody joined. */
const expiredJoinMs = 600_000

/** Of each webhook and state: what happened there lately, and what may be sent again. */
const keptDeliveries = 1000
/** Some 50 MB with their indexes. */
const maxRefusedAttempts = 250_000

/** A device that comes back later is a new one. */
const knownDeviceMs = 365 * dayMs

/** Whoever has not worn a skin again for so long has forgotten it. */
const formerSkinMs = 365 * dayMs

/**
 * Deletes expired rows, in small batches. Expired tokens are kept for a day: a join with one is told so (S9); and
 * so are grants, with which their tokens would go.
 */
export async function sweep(context: ChangeContext & Pick<Context, 'config'>): Promise<void> {
  const { db, clock, config } = context
  const now = clock()
  // Only what a seal has let go: the rest would be missed.
  const dropped = (await lastSeal(db))?.dropped ?? 0
  const limits = {
    credentials: now - dayMs,
    oauthArtifacts: now - artifactGraceMs,
    oauthGrants: now - dayMs,
    emailChanges: now,
    joins: now - expiredJoinMs,
    guesses: now,
    lookupClients: now,
    surplusBans: maxAutomaticBans,
    serverKeys: now,
    totpSteps: Math.floor((now - dayMs) / totpStepMs),
    knownDevices: now - knownDeviceMs,
    formerSkins: now - formerSkinMs,
    usedChallenges: now - dayMs,
    auditEntries: dropped,
    auditSeals: dropped,
    oldDeliveries: dropped,
    surplusDeliveries: keptDeliveries,
    mail: now,
    nameHolds: now,
    factorUndos: now,
    registrations: now,
    recoveries: now,
    oneTimeLinks: now,
    invites: now - dayMs,
    idempotencyKeys: now,
    apiTokens: now,
    attempts: now - config.attemptsKept,
    surplusAttempts: maxRefusedAttempts,
    hourCounts: now - 2 * dayMs,
  }
  for (const table of Object.keys(limits) as (keyof typeof limits)[]) {
    while (await sweepBatch(db, table, limits[table])) await new Promise(setImmediate)
  }
  await deleteDueAccounts(context)
}

/**
 * Deletes textures that nobody wears any more, looking at a bounded number of hashes after `after`, and at the
 * next ones while it finds some, up to the last. Returns the hash to go on after. They are kept for a day:
 * servers and games go on showing for a while what was taken off.
 */
export async function sweepUnworn({ db, clock }: ReadContext, after: string): Promise<string> {
  const now = clock()
  for (let from = after; ; ) {
    const { next, deleted } = await sweepTextures(db, { after: from, now, unwornSince: now - dayMs })
    if (next === undefined || deleted === 0) return next ?? ''
    from = next
    await new Promise(setImmediate)
  }
}

/** Sweeps every `intervalMs` until stopped. */
export function startSweeping(
  context: ChangeContext & Pick<Context, 'config'>,
  intervalMs: number,
): () => void {
  let lastTexture = ''
  let lastGrant = ''
  return repeat(context.log, 'sweep', intervalMs, async () => {
    await sweep(context)
    lastTexture = await sweepUnworn(context, lastTexture)
    lastGrant = (await sweepDeadGrants(context.db, lastGrant)) ?? ''
  })
}
