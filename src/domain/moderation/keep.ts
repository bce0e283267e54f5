import type { Actor } from '../../model/accounts/actor.ts'
import { noSuch } from '../../model/errors/families.ts'
import { closeReports, reportById } from '../../storage/wardrobe/reports.ts'
import { change } from '../change.ts'
import type { ChangeContext } from '../context.ts'

/** Closes all open reports of a subject (QueueEntry), and changes nothing else. Throws Refused `unknown`. */
export function keepTexture(context: ChangeContext, by: Actor, subject: string): Promise<void> {
  return change(context, by, async (tx) => {
    const closed = await closeReports(tx, subject, 'kept', by.name ?? null, context.clock())
    if (closed.length === 0) throw noSuch('report')
    const details = { subject, reports: closed.length }
    return { events: [{ event: 'texture.kept', account: null, details }] }
  })
}

/** Closes all open reports of the texture that one of them is about. Throws Refused `unknown`. */
export async function keepReported(context: ChangeContext, by: Actor, reportId: string): Promise<void> {
  const report = await reportById(context.db, reportId)
  if (report?.state !== 'open') throw noSuch('report')
  await keepTexture(context, by, report.subject)
}
