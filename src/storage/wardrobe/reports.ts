import type { ReportState } from '../../model/game/texture-report.ts'
import type { Transaction } from '../engine/database.ts'
import {
  executes,
  locks,
  readsAll,
  readsAny,
  readsFirst,
  readsNumber,
  readsValue,
  writesColumn,
} from '../engine/queries.ts'
import { inserts, insertsNew } from '../engine/rows.ts'
import type { TextureReportRow } from '../schema/rows/wardrobe.ts'

/** Any number that no other lock uses. Reports are counted before one is written, so they are written one by one. */
export const lockReports = locks('lock_texture_reports', 1_313_821_265)

/** Throws UniqueViolation if the reporter, or the service, has an open report of the subject. */
export const insertReport = inserts('texture_report')

/** Returns false, having changed nothing, if the service has an open report of the subject. */
export const insertNewReport = insertsNew('texture_report')

/** Counts the open reports: all, those of the service, and those of a reporter or about a player. */
const counting = (name: string, condition: string) =>
  `select count(*) as ${name} from texture_report where state = 'open' and ${condition}`

export const countOpenReports = readsNumber(
  'count_open_reports',
  "select count(*) from texture_report where state = 'open'",
)

export const countOpenReportsBy = readsNumber<[reporterId: string]>(
  'count_open_reports_by',
  counting('reports', 'reporter_id = $1'),
)

/** Counts the open reports that the service has made of textures of an account and its characters. */
export const countSystemReportsOf = readsNumber<[accountId: string]>(
  'count_system_reports_of',
  counting(
    'reports',
    `is_system = 1 and player_id in
     (select cast($1 as text) union all select id from account where owner_id = $1)`,
  ),
)

/** Returns true if moderators have kept the texture when it was reported. */
export const wasKept = readsAny<[hash: string]>(
  'was_kept_when_reported',
  "select id from texture_report where hash = $1 and state = 'kept' limit 1",
)

export const countSystemReports = readsNumber('count_system_reports', counting('reports', 'is_system = 1'))

export const reportById = readsFirst<TextureReportRow, [id: string]>(
  'texture_report_by_id',
  'select * from texture_report where id = $1',
)

/** Counts the open reports of a subject. */
export const countReportsOf = readsNumber<[subject: string]>(
  'count_reports_of_subject',
  `select count(*) from texture_report where subject = $1 and state = 'open'`,
)

/** Closes all open reports of a subject, and returns their ids. What waits for a review is closed by taking down alone. */
export const closeReports = writesColumn<
  string,
  [subject: string, state: ReportState, by: string | null, now: number]
>(
  'close_texture_reports',
  `update texture_report set state = $2, decided_by = $3, decided_at = cast($4 as bigint)
   where subject = $1 and state = 'open' and (shared_id is null or cast($2 as text) <> 'kept') returning id`,
)

/** Opens what waited for a review when its texture was taken down. */
export const reopenReviews = executes<[hash: string], Transaction>(
  'reopen_reviews',
  `update texture_report set state = 'open', decided_by = null, decided_at = null
   where hash = $1 and shared_id is not null`,
)

/** Returns the id of the report about the review of something that is shared. */
export const reviewOf = readsValue<string, [sharedId: string]>(
  'review_of_shared_texture',
  `select id from texture_report where shared_id = $1 and state = 'open'`,
)

/** A report with the name that its reporter has now. */
export type ReportWithReporter = TextureReportRow & { reporter_name: string | null }

/** Returns a page of reports in the order in which they were made. */
export const reportsAfter = readsAll<
  ReportWithReporter,
  [after: string, limit: number, isOpen: 0 | 1, isClosed: 0 | 1]
>(
  'texture_reports_after',
  `select texture_report.*, account.username as reporter_name
   from texture_report left join account on account.id = texture_report.reporter_id
   where texture_report.id > $1
     and ((cast($3 as integer) = 1 and state = 'open') or (cast($4 as integer) = 1 and state <> 'open'))
   order by texture_report.id limit cast($2 as bigint)`,
)

/** Returns the reports of an account and its characters before one of them, the newest first. */
export const reportsBy = readsAll<TextureReportRow, [accountId: string, before: string, limit: number]>(
  'texture_reports_by',
  `select * from texture_report
   where reporter_id in (select cast($1 as text) union all select id from account where owner_id = $1)
     and id < $2
   order by id desc limit cast($3 as bigint)`,
)
