// POST below /admin/checklist: what the buttons of the checklist do.
import { beginBackup, showBackups } from '../../../../domain/checklist/back-up.ts'
import { putAway } from '../../../../domain/checklist/put-away.ts'
import { sendTestMail } from '../../../../domain/checklist/test-mail.ts'
import type { Context } from '../../../../domain/context.ts'
import { inTime } from '../../../../lib/process/in-time.ts'
import { html } from '../../../../lib/text/html.ts'
import { isChecklistPoint } from '../../../../model/community/checklist.ts'
import { Refused } from '../../../../model/errors/refusal.ts'
import { actorOf, type SignedInPageContext } from '../../../context/page-context.ts'
import type { FormFields } from '../../../form/form-fields.ts'
import type { Declined } from '../../../page/declined.ts'
import type { Page, PageAnswer, Redirect } from '../../../page/page.ts'
import type { Pages } from '../../../page/page-scope.ts'

/** A small database is backed up within this time, so its page says at once that it is done. */
const backupWaitMs = 1500

/** Longer ones of a mail server would only fill the page. */
const problemLength = 300

export function checklistActions(
  { forRole }: Pages,
  context: Context,
  show: (page: SignedInPageContext, refused: Declined) => Promise<Page>,
): void {
  const admin = forRole('admin')
  admin.get('/admin/checklist/*', () => ({ to: '/admin' }))

  admin.post('/admin/checklist/mail', (page) =>
    testMail(context, page, '/admin', (refused) => show(page, refused)),
  )

  admin.post('/admin/checklist/backup', async (page): Promise<PageAnswer> => {
    // The page has no button on PostgreSQL, and says what to run there.
    if (context.db.dialect === 'postgres') return { to: '/admin' }
    if ((await unlessOverloaded(beginBackup(context, actorOf(page)))) === 'overloaded')
      return { to: '/admin', flash: 'admin.tooSoon' }
    await inTime(context.backupRuns.ended, backupWaitMs)
    const { run } = await showBackups(context)
    if (run.isRunning) return { to: '/admin', flash: 'admin.backupBegun' }
    return { to: '/admin', ...(run.problem === undefined && { flash: 'admin.backedUp' as const }) }
  })

  const turned = async (
    page: SignedInPageContext,
    fields: FormFields,
    isAway: boolean,
  ): Promise<Redirect> => {
    const point = fields.text('point')
    if (!isChecklistPoint(point)) return { to: '/admin' }
    await putAway(context, actorOf(page), point, isAway)
    return { to: '/admin', flash: isAway ? 'admin.putAway' : 'admin.broughtBack' }
  }
  admin.post('/admin/checklist/put-away', (page, fields) => turned(page, fields, true))
  admin.post('/admin/checklist/bring-back', (page, fields) => turned(page, fields, false))
}

/** Sends a test to the administrator's own address. `show` is the page of the button, which is at `to`. */
export async function testMail(
  context: Context,
  page: SignedInPageContext,
  to: string,
  show: (refused: Declined) => Promise<Page>,
): Promise<PageAnswer> {
  const { account, language, text } = page
  if (account.email === undefined) return { to: '/account/email' }
  const sent = await unlessOverloaded(sendTestMail(context, actorOf(page), account.email, language))
  if (sent === 'overloaded') return { to, flash: 'admin.tooSoon' }
  if ('server' in sent) return { to, flash: 'admin.testMailSent' }
  if ('file' in sent) return { to, flash: 'admin.testMailFile' }
  const alert = html`${text.admin.checklist.mailFailed} <code>${sent.problem.slice(0, problemLength)}</code>`
  return show({ status: 422, alert })
}

async function unlessOverloaded<Value>(work: Promise<Value>): Promise<Value | 'overloaded'> {
  return work.catch((error: unknown) => {
    if (error instanceof Refused && error.reason === 'overloaded') return 'overloaded' as const
    throw error
  })
}
