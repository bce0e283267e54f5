import { readsAll } from '../engine/queries.ts'
import type { ReportWithReporter } from './reports.ts'

/** A subject with the report by which the queue orders it. */
export interface QueuedSubject {
  subject: string
  /** The first open report, or the last closed one. */
  at_report: string
  reports: number
}

/** Returns the next subjects with open reports, those first that were reported first. */
export const openSubjects = readsAll<QueuedSubject, [after: string, limit: number]>(
  'subjects_with_open_reports',
  `select subject, min(id) as at_report, cast(count(*) as integer) as reports
   from texture_report where state = 'open' group by subject having min(id) > $1
   order by min(id) limit cast($2 as bigint)`,
)

/** Returns the next subjects that have reports of which none is open, those first that were reported last. */
export const closedSubjects = readsAll<QueuedSubject, [before: string, limit: number]>(
  'subjects_with_closed_reports',
  `select subject, id as at_report, cast((select count(*) from texture_report same
     where same.subject = last.subject) as integer) as reports
   from texture_report last
   where id < $1
     and not exists (select 1 from texture_report later where later.subject = last.subject and later.id > last.id)
     and not exists (select 1 from texture_report waiting
       where waiting.subject = last.subject and waiting.state = 'open')
   order by id desc limit cast($2 as bigint)`,
)

/** The most reports of one subject that a page shows. */
export const reportsShown = 20

/** Returns the open reports of a subject, the oldest first. */
export const openReportsOf = readsAll<ReportWithReporter, [subject: string]>(
  'open_reports_of_subject',
  `select texture_report.*, account.username as reporter_name
   from texture_report left join account on account.id = texture_report.reporter_id
   where subject = $1 and state = 'open'
   order by texture_report.id limit ${reportsShown}`,
)

/** Returns the reports of a subject that were closed, the newest first. */
export const closedReportsOf = readsAll<ReportWithReporter, [subject: string]>(
  'closed_reports_of_subject',
  `select texture_report.*, account.username as reporter_name
   from texture_report left join account on account.id = texture_report.reporter_id
   where subject = $1 and state <> 'open'
   order by texture_report.id desc limit ${reportsShown}`,
)
