// A shared texture waits as a report that nobody has made, so that moderators find it where they look anyway.
import { timeUuid } from '../../lib/crypto/uuid.ts'
import { minuteMs } from '../../lib/measure/units.ts'
import type { Actor } from '../../model/accounts/actor.ts'
import { noSuch, requireRule } from '../../model/errors/families.ts'
import { Refused } from '../../model/errors/refusal.ts'
import { kindOf } from '../../model/game/shared-texture.ts'
import { waitingReason } from '../../model/game/texture-report.ts'
import type { Queries, Transaction } from '../../storage/engine/database.ts'
import { takeFromBudget } from '../../storage/limits/budgets.ts'
import type { SharedTextureRow } from '../../storage/schema/rows/wardrobe.ts'
import { insertReport, lockReports, reportById } from '../../storage/wardrobe/reports.ts'
import {
  countWaiting,
  countWaitingOf,
  deleteReview,
  deleteReviewOf,
  publishShared,
  refuseShared,
  sharedOfHash,
  sharedTexture,
} from '../../storage/wardrobe/shared-textures.ts'
import { countWearers } from '../../storage/wardrobe/wearers.ts'
import { change } from '../change.ts'
import type { ChangeContext, ReadContext } from '../context.ts'
import { sharingEvent } from './events.ts'

/** The limit on what one account shares, or renames where that needs a review. */
export const shareBudget = { size: 20, refillMs: 3 * minuteMs }

/** The most textures that wait: in all, so that reports find room, and of one account with its characters. */
export const maxWaiting = { all: 2000, account: 20 }

/** The number of seconds after which moderators may have decided. */
const waitingRetryAfter = 3600

const tooMany = (id: string, retryAfter: number): Refused =>
  new Refused('too_many_shares', { retryAfter, about: { id } })

/** Takes one from the budget of an account. Throws Refused `too_many_shares` if it is spent. */
export async function takeShare(
  { db, clock }: Pick<ReadContext, 'clock'> & { db: Queries },
  accountId: string,
): Promise<void> {
  const waitMs = await takeFromBudget(db, `share:${accountId}`, clock(), shareBudget)
  if (waitMs > 0) throw tooMany(accountId, Math.ceil(waitMs / 1000))
}

type Waiting = Pick<SharedTextureRow, 'id' | 'player_id' | 'hash' | 'look'>

/**
 * Puts something that waits into the queue of moderators, at its end, as a report with an id that nobody has seen: who
 * looks at it under its old name can't decide. Throws Refused `too_many_shares`.
 */
export async function waitForReview(
  context: ChangeContext,
  tx: Transaction,
  accountId: string,
  { id, player_id, hash, look }: Waiting,
  playerName: string,
): Promise<void> {
  await lockReports(tx)
  await deleteReviewOf(tx, id)
  // It is one of the account's waiting textures.
  const isFull = (await countWaitingOf(tx, accountId)) > maxWaiting.account
  if (isFull || (await countWaiting(tx)) >= maxWaiting.all) throw tooMany(accountId, waitingRetryAfter)
  const at = context.clock()
  await insertReport(tx, {
    id: timeUuid(at, context.random),
    subject: hash,
    hash,
    ...kindOf(look),
    player_id,
    player_name: playerName,
    is_visitor: 0,
    reporter_id: null,
    is_system: 0,
    reason: waitingReason,
    state: 'open',
    at,
    decided_by: null,
    decided_at: null,
    shared_id: id,
  })
}

/** Publishes what waits under a report. Throws Refused `unknown` if nothing does. */
export function publishTexture(context: ChangeContext, by: Actor, reportId: string): Promise<void> {
  return change(context, by, async (tx) => {
    const report = await reportById(tx, reportId)
    const shared = report?.shared_id == null ? undefined : await sharedTexture(tx, report.shared_id)
    if (!shared) throw noSuch('report')
    const worn = await countWearers(tx, shared.hash)
    const isPublished = await publishShared(tx, shared.id, context.clock(), worn)
    // Renamed meanwhile, it waits under another report.
    if (!isPublished || !(await deleteReview(tx, shared.id, reportId))) throw noSuch('report')
    return { events: [sharingEvent('texture.published', (await sharedTexture(tx, shared.id)) ?? shared)] }
  })
}

/**
 * Refuses what waits under a report, or takes what a report is about out of the library: it stays in wardrobes, and waits
 * when it is shared again. The player reads the note in the wardrobe. Throws Refused `malformed` `note`, `unknown`.
 */
export async function refuseTexture(
  context: ChangeContext,
  by: Actor,
  reportId: string,
  { note }: { note?: string | null | undefined } = {},
): Promise<void> {
  requireRule('reason', 'note', note)
  await change(context, by, async (tx) => {
    const report = await reportById(tx, reportId)
    if (report?.hash == null) throw noSuch('report')
    const isReview = report.shared_id !== null
    const shared = isReview
      ? await sharedTexture(tx, report.shared_id ?? '')
      : await sharedOfHash(tx, report.hash)
    // Only the report about its review decides, and each new name makes another one.
    if (!shared || (shared.state === 'waiting' && !isReview)) throw noSuch('report')
    const told = note || null
    const isRefused = await refuseShared(tx, shared.id, told)
    if (!isRefused || (isReview && !(await deleteReview(tx, shared.id, reportId)))) throw noSuch('report')
    const event = isReview ? 'texture.refused' : 'texture.unshared'
    return { events: [sharingEvent(event, shared, told)] }
  })
}
