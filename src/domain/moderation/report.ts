import { timeUuid } from '../../lib/crypto/uuid.ts'
import { minuteMs } from '../../lib/measure/units.ts'
import type { Account } from '../../model/accounts/account.ts'
import type { Actor } from '../../model/accounts/actor.ts'
import { malformed } from '../../model/errors/families.ts'
import { Refused } from '../../model/errors/refusal.ts'
import { rules } from '../../model/fields/rules.ts'
import type { TextureKind } from '../../model/game/texture.ts'
import { UniqueViolation } from '../../storage/engine/database.ts'
import { takeAll } from '../../storage/limits/budgets.ts'
import {
  countOpenReports,
  countOpenReportsBy,
  insertReport,
  lockReports,
} from '../../storage/wardrobe/reports.ts'
import { mayPutOn } from '../../storage/wardrobe/taken-down.ts'
import { change } from '../change.ts'
import type { ChangeContext, PictureContext } from '../context.ts'
import { takingsOfNetwork } from '../registration/network-budget.ts'
import { accountOf, type ReportedTexture, sharedAs, wornTexture } from './subject.ts'

/** The limit on reports of one account, and of one network, so that no crowd of accounts fills the queue in an hour. */
export const reportBudget = { size: 20, refillMs: 3 * minuteMs }
export const networkReportBudget = { size: 60, refillMs: minuteMs }

/** The most open reports: in all, and of one account, so that one account alone never fills the queue. */
export const maxOpenReports = { all: 10_000, account: 100 }

type Deps = ChangeContext & Pick<PictureContext, 'defaultSkins'>

/** The number of seconds after which a full queue may have room again. */
const fullRetryAfter = 3600

export interface NewReport {
  /** The name or UUID of a player or a visitor; a visitor also as `NAME@ID`. */
  player: string
  kind: TextureKind
  /** 3 to 1,000 characters. */
  reason: string
}

/**
 * Reports what a player wears at this moment, for the account of the reporter. Throws Refused `malformed` `reason`,
 * `account_unknown`, `report_own`, `report_nothing_worn`, `report_repeated`, `too_many_reports`.
 */
export function reportTexture(
  context: Deps,
  by: Actor,
  reporter: Account,
  { player, kind, reason }: NewReport,
): Promise<void> {
  return report(context, by, reporter, reason, () => wornTexture(context, reporter, player, kind))
}

/**
 * Reports a texture of the library and who shares it. Throws Refused `texture_unknown`, and what `reportTexture` throws.
 */
export function reportShared(
  context: Deps,
  by: Actor,
  reporter: Account,
  { id, reason }: { id: string; reason: string },
): Promise<void> {
  return report(context, by, reporter, reason, () => sharedAs(context, reporter, id))
}

async function report(
  context: Deps,
  by: Actor,
  reporter: Account,
  typed: string,
  find: () => Promise<ReportedTexture>,
): Promise<void> {
  const { allowed, reads } = rules.reportReason
  const reason = reads(typed)
  if (reason === undefined) throw malformed('reason', allowed, { rule: 'reportReason' })
  const account = accountOf(reporter)
  const texture = await find()
  // A player with the same pixels looks like everybody without a skin.
  if (texture.hash !== null && context.defaultSkins.file(texture.hash))
    throw new Refused('report_nothing_worn')
  const waitMs = await takeAll(context.db, context.clock(), [
    { key: `report:${account}`, budget: reportBudget },
    ...(by.address === undefined ? [] : takingsOfNetwork('reports', by.address, networkReportBudget)),
  ])
  if (waitMs > 0) throw tooMany(account, Math.ceil(waitMs / 1000))
  await change(context, by, async (tx) => {
    await lockReports(tx)
    const ofAccount = await countOpenReportsBy(tx, account)
    if (ofAccount >= maxOpenReports.account || (await countOpenReports(tx)) >= maxOpenReports.all)
      throw tooMany(account, fullRetryAfter)
    // Somebody may be taking it down at this moment, which closes the reports that there are.
    if (texture.hash !== null && !(await mayPutOn(tx, texture.hash))) throw new Refused('report_nothing_worn')
    const row = { ...newReport(context, texture), reporter_id: account, is_system: 0, reason } as const
    await insertReport(tx, row)
    return { events: [reportedEvent(texture)] }
  }).catch((cause: unknown) => {
    throw cause instanceof UniqueViolation ? new Refused('report_repeated', { cause }) : cause
  })
}

const tooMany = (id: string, retryAfter: number): Refused =>
  new Refused('too_many_reports', { retryAfter, about: { id } })

/** Returns what every new report has. */
export const newReport = ({ clock, random }: ChangeContext, texture: ReportedTexture) => {
  const at = clock()
  return {
    id: timeUuid(at, random),
    ...texture,
    state: 'open' as const,
    at,
    decided_by: null,
    decided_at: null,
    shared_id: null,
  }
}

export const reportedEvent = ({ hash, kind, player_id, player_name }: ReportedTexture) =>
  ({
    event: 'texture.reported',
    account: null,
    details: { texture: kind, hash, name: player_name, id: player_id },
  }) as const
