import { deleteDueAccounts } from '../domain/accounts/own-deletion.ts'
import type { ChangeContext, PictureContext, ReadContext } from '../domain/context.ts'
import { mirroredTexturesMs } from '../domain/game/mirror.ts'
import { dayMs } from '../lib/measure/units.ts'
import { refusedVisitsKept } from '../model/community/visitor.ts'
import { friendRequestMs } from '../model/game/friends.ts'
import { closedReportMs, restorableMs } from '../model/game/texture-report.ts'
import { forgetVisitors } from '../storage/community/visitors.ts'
import { sweepDeadGrants } from '../storage/oauth/grants.ts'
import { lastSeal } from '../storage/records/audit-seals.ts'
import { sweepBatch } from '../storage/records/sweep.ts'
import { sweepTextures } from '../storage/textures/sweep-textures.ts'
import { repeat } from './repeat.ts'

const totpStepMs = 30_000

/** A launcher that polls a little too late still gets `expired_token`. */
const artifactGraceMs = 600_000

/** The number is bounded because each ban costs its client tens of thousands of requests. */
export const maxAutomaticBans = 20_000

/** Expired joins are kept this long, so that the log tells a late server from a player who never joined. */
const expiredJoinMs = 600_000

/** The number of deliveries kept per webhook and state, to show recent history and to send again. */
export const keptDeliveries = 1000
/** This many rows take about 50 MB with their indexes. */
export const maxRefusedAttempts = 250_000

/** A device that comes back after this long counts as new. */
const knownDeviceMs = 365 * dayMs

/** Former skins that were not worn again for this long are deleted. */
const formerSkinMs = 365 * dayMs

/** The hours of the week are those of four weeks. */
export const hoursOfJoinsMs = 29 * dayMs

/** The figures of a year are compared with the year before. */
export const dayCountsMs = 2 * 365 * dayMs

/** Names of people who have nothing here are not kept for longer than it takes to help them. */
export const refusedVisitMs = dayMs

/** Visitors who have not joined for this long are deleted, and come back like new ones. */
export const visitorMs = 365 * dayMs

/** A basic skin has up to 16 KiB. */
export const maxMirroredTextures = 5000

/**
 * Deletes expired rows, in small batches. Expired tokens are kept for a day, so that a join with one gets the right
 * error (S9). So are grants, since deleting a grant deletes its tokens.
 */
export async function sweep(context: ChangeContext): Promise<void> {
  const { db, clock, config } = context
  const now = clock()
  // Only sealed entries may be deleted: the seal would miss others.
  const dropped = (await lastSeal(db))?.dropped ?? 0
  const limits = {
    credentials: now - dayMs,
    oauthArtifacts: now - artifactGraceMs,
    oauthGrants: now - dayMs,
    emailChanges: now,
    friendRequests: now - friendRequestMs,
    declines: now,
    presence: now - dayMs,
    joins: now - expiredJoinMs,
    guesses: now,
    lookupClients: now,
    surplusBans: maxAutomaticBans,
    serverKeys: now,
    totpSteps: Math.floor((now - dayMs) / totpStepMs),
    knownDevices: now - knownDeviceMs,
    formerSkins: now - formerSkinMs,
    closedReports: now - closedReportMs,
    takenDownFiles: now - restorableMs,
    mirroredTextures: now - mirroredTexturesMs,
    surplusMirroredTextures: maxMirroredTextures,
    refusedVisits: now - refusedVisitMs,
    surplusRefusedVisits: refusedVisitsKept,
    usedChallenges: now - dayMs,
    usedSignInStates: now - dayMs,
    auditEntries: dropped,
    auditSeals: dropped,
    oldDeliveries: dropped,
    surplusDeliveries: keptDeliveries,
    mail: now,
    nameHolds: now,
    factorUndos: now,
    changeUndos: now,
    registrations: now,
    recoveries: now,
    oneTimeLinks: now,
    deletionParts: now,
    deletions: now,
    setupCodes: now,
    linkCodes: now,
    bedrockCodes: now,
    linkSignIns: now,
    invites: now - dayMs,
    idempotencyKeys: now,
    apiTokens: now,
    attempts: now - config.attemptsKept,
    surplusAttempts: maxRefusedAttempts,
    hourCounts: now - 2 * dayMs,
    hoursOfJoins: now - hoursOfJoinsMs,
    dayCounts: now - dayCountsMs,
  }
  for (const table of Object.keys(limits) as (keyof typeof limits)[]) {
    while (await sweepBatch(db, table, limits[table])) await new Promise(setImmediate)
  }
  await sweepVisitors(context)
  await deleteDueAccounts(context)
}

/**
 * Deletes visitors who joined once and did not come back while their name would be held, and others after a year. A hold
 * of 0 still leaves them a day to come back.
 */
async function sweepVisitors({ db, clock, config }: ReadContext): Promise<void> {
  const onceMs = config.nameHold || dayMs
  const unseenMs = Math.max(visitorMs, onceMs)
  const now = clock()
  for (const [which, ms] of [
    ['once', onceMs],
    ['all', unseenMs],
  ] as const) {
    while (await forgetVisitors(db, which, { unseenSince: now - ms, now })) await new Promise(setImmediate)
  }
}

/**
 * Deletes textures that nobody wears any more. Looks at a bounded number of hashes after `after`, and at the next
 * ones as long as it finds some. Returns the hash to continue after. Unworn textures are kept for a day, since
 * servers and games keep showing them for a while.
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

/** Sweeps every `intervalMs`. Returns a function that stops this. */
export function startSweeping(context: ChangeContext & PictureContext, intervalMs: number): () => void {
  let lastTexture = ''
  let lastGrant = ''
  return repeat(context.log, 'sweep', intervalMs, async () => {
    await sweep(context)
    lastTexture = await sweepUnworn(context, lastTexture)
    await context.textureFiles.deleteLooseObjects()
    lastGrant = (await sweepDeadGrants(context.db, lastGrant)) ?? ''
  })
}
