import type { Account, SkinModel } from '../../model/accounts/account.ts'
import type { TextureKind } from '../../model/game/texture.ts'
import type { ReportState } from '../../model/game/texture-report.ts'
import type { ListPart } from '../../model/records/lists.ts'
import { accountByKey } from '../../storage/accounts/accounts.ts'
import { isSet } from '../../storage/engine/flags.ts'
import type { TextureReportRow } from '../../storage/schema/rows/wardrobe.ts'
import {
  closedReportsOf,
  closedSubjects,
  openReportsOf,
  openSubjects,
  type QueuedSubject,
} from '../../storage/wardrobe/report-queue.ts'
import {
  countOpenReports,
  countReportsOf,
  type ReportWithReporter,
  reportById,
  reportsAfter,
  reportsBy,
  reviewOf,
} from '../../storage/wardrobe/reports.ts'
import { sharedOfHash } from '../../storage/wardrobe/shared-textures.ts'
import { takenDownByHash } from '../../storage/wardrobe/taken-down.ts'
import { countWearers, wearersOf } from '../../storage/wardrobe/wearers.ts'
import type { ReadContext } from '../context.ts'
import { accountOf } from './subject.ts'

/** The number of textures on a page of the queue. */
export const queuePage = 24

/** A player of this service, or of a neighbour. */
export interface NamedPlayer {
  id: string
  name: string
  isVisitor: boolean
}

export interface Report {
  id: string
  subject: string
  /** Undefined where this service has no file, as of visitors whose textures are passed on. */
  hash: string | undefined
  kind: TextureKind
  /** Undefined for capes. */
  model: SkinModel | undefined
  /** The player that wore it, by the name at that moment. */
  player: NamedPlayer
  /** `system`, or the name that the reporter has now. Undefined once the account is gone. */
  reporter: string | undefined
  isSystem: boolean
  reason: string
  at: number
  state: ReportState
  /** The name of who decided. Undefined while it is open, or where no name was known. */
  by: string | undefined
  decidedAt: number | undefined
}

/** One texture with all its reports, however many reported it. */
export interface QueueEntry {
  /** The hash, or what stands for a texture without a file here. `keepTexture` takes it. */
  subject: string
  hash: string | undefined
  kind: TextureKind
  model: SkinModel | undefined
  /** Up to ten players who wear it now. */
  wearers: readonly NamedPlayer[]
  /** The number of players who wear it now, up to 10,000. */
  worn: number
  /** Up to 20: the oldest open ones, or the newest closed ones. */
  reports: readonly Report[]
  reportCount: number
  /** True where this service has the file and can take it down. */
  canTakeDown: boolean
  /** Set for what is in the library, or waits for its review. */
  shared:
    | {
        name: string
        by: NamedPlayer
        /** The report by which it is published or refused. Undefined for what is in the library. */
        review: string | undefined
      }
    | undefined
  /** Set for a texture that was taken down. */
  takenDown:
    | { at: number; by: string | undefined; reason: string | undefined; canRestore: boolean }
    | undefined
}

interface QueuePart {
  state?: 'open' | 'closed'
  /** The `next` of the page before. */
  after?: string | undefined
}

/**
 * Returns a page of reported textures, one entry for each: open ones, those first that were reported first; or closed
 * ones, those first that were reported last.
 */
export async function reportQueue(
  { db }: ReadContext,
  { state = 'open', after }: QueuePart = {},
): Promise<{ entries: QueueEntry[]; next: string | undefined }> {
  const found =
    state === 'open'
      ? await openSubjects(db, after ?? '', queuePage + 1)
      : await closedSubjects(db, after ?? afterAll, queuePage + 1)
  const page = found.slice(0, queuePage)
  const entries = await Promise.all(page.map((subject) => entryOf(db, subject, state)))
  return {
    entries: entries.filter((entry) => entry !== undefined),
    next: found.length > queuePage ? page.at(-1)?.at_report : undefined,
  }
}

/** Behind every id. */
const afterAll = 'g'

async function entryOf(
  db: ReadContext['db'],
  { subject, reports: reportCount }: QueuedSubject,
  state: 'open' | 'closed',
): Promise<QueueEntry | undefined> {
  const rows = state === 'open' ? await openReportsOf(db, subject) : await closedReportsOf(db, subject)
  const [first] = rows
  if (!first) return undefined
  const { hash, kind, model } = first
  const [wearers, worn, takenDown, shared] =
    hash === null
      ? [[], 0, undefined, undefined]
      : await Promise.all([
          wearersOf(db, hash),
          countWearers(db, hash),
          takenDownByHash(db, hash),
          sharingOf(db, hash),
        ])
  return {
    subject,
    hash: hash ?? undefined,
    kind,
    model: model ?? undefined,
    wearers: wearers.map(({ id, name, is_visitor }) => ({ id, name, isVisitor: isSet(is_visitor) })),
    worn,
    reports: rows.map(toReport),
    reportCount,
    canTakeDown: hash !== null && takenDown === undefined,
    shared,
    takenDown: takenDown && {
      at: takenDown.at,
      by: takenDown.taken_down_by ?? undefined,
      reason: takenDown.reason ?? undefined,
      canRestore: takenDown.png !== null,
    },
  }
}

async function sharingOf(db: ReadContext['db'], hash: string): Promise<QueueEntry['shared']> {
  const shared = await sharedOfHash(db, hash)
  if (!shared) return undefined
  const player = await accountByKey(db, { column: 'id', value: shared.player_id })
  return {
    name: shared.name,
    by: { id: shared.player_id, name: player?.username ?? '', isVisitor: false },
    review: shared.state === 'waiting' ? await reviewOf(db, shared.id) : undefined,
  }
}

/** Returns the texture that a report is about, with its open reports, or those that were closed if none is open. */
export async function reportedTexture({ db }: ReadContext, id: string): Promise<QueueEntry | undefined> {
  const report = await reportById(db, id)
  if (!report) return undefined
  const { subject } = report
  const reports = await countReportsOf(db, subject)
  const open = await entryOf(db, { subject, reports, at_report: id }, 'open')
  return open ?? entryOf(db, { subject, reports, at_report: id }, 'closed')
}

/** Returns the number of open reports. */
export const openReports = ({ db }: ReadContext): Promise<number> => countOpenReports(db)

/** Returns a page of single reports, in the order in which they were made. */
export async function listReports(
  { db }: ReadContext,
  { state, after = '', limit }: ListPart & { state?: 'open' | 'closed' | undefined },
): Promise<Report[]> {
  const rows = await reportsAfter(db, after, limit, state === 'closed' ? 0 : 1, state === 'open' ? 0 : 1)
  return rows.map(toReport)
}

/** A report as its reporter sees it: nothing about other reporters, or about who decided. */
export type OwnReport = Pick<Report, 'id' | 'hash' | 'kind' | 'model' | 'player' | 'reason' | 'at' | 'state'>

/** Returns a page of the reports of an account with all its players, the newest first. `next` is its `after`. */
export async function ownReports(
  { db }: ReadContext,
  account: Account,
  { after = afterAll, limit = queuePage }: Partial<ListPart> = {},
): Promise<{ reports: OwnReport[]; next: string | undefined }> {
  const rows = await reportsBy(db, accountOf(account), after, limit + 1)
  const page = rows.slice(0, limit)
  return { reports: page.map(toOwn), next: rows.length > limit ? page.at(-1)?.id : undefined }
}

const toOwn = (row: TextureReportRow): OwnReport => {
  const { id, hash, kind, model, player, reason, at, state } = toReport({ ...row, reporter_name: null })
  return { id, hash, kind, model, player, reason, at, state }
}

/** True if nobody has made the report: it resembles something, or waits for its review. */
const isOfService = ({ is_system, shared_id }: TextureReportRow): boolean =>
  isSet(is_system) || shared_id !== null

export const toReport = (row: ReportWithReporter): Report => ({
  id: row.id,
  subject: row.subject,
  hash: row.hash ?? undefined,
  kind: row.kind,
  model: row.model ?? undefined,
  player: { id: row.player_id, name: row.player_name, isVisitor: isSet(row.is_visitor) },
  reporter: isOfService(row) ? 'system' : (row.reporter_name ?? undefined),
  isSystem: isOfService(row),
  reason: row.reason,
  at: row.at,
  state: row.state,
  by: row.decided_by ?? undefined,
  decidedAt: row.decided_at ?? undefined,
})
