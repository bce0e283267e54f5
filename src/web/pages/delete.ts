// GET and POST /account/delete, and the form that cancels the deletion. During the grace period the owner sees only
// this page.
import { cancelDeletion, requestDeletion } from '../../domain/accounts/own-deletion.ts'
import type { Context } from '../../domain/context.ts'
import { dayMs } from '../../lib/measure/units.ts'
import { html } from '../../lib/text/html.ts'
import { Refused } from '../../model/refusal.ts'
import { form } from '../form/forms.ts'
import { withTime } from '../layout/time.ts'
import type { Page, PageAnswer } from '../page/page.ts'
import type { Pages } from '../page/page-scope.ts'
import { clearCookie } from '../visit/cookies.ts'
import type { Site } from '../visit/site.ts'
import { actorOf, type SignedInVisit } from '../visit/visit.ts'
import { accountForm } from './account-form.ts'
import { currentPasswordField, currentPasswordRefusal } from './current-password.ts'

export function deletePage({ site, signedIn }: Pages, context: Context): void {
  signedIn.get('/account/delete', (visit) => {
    const { deletesAt } = visit.account
    return deletesAt === undefined ? deleteForm(context, site, visit) : leaving(site, visit, deletesAt)
  })

  signedIn.post('/account/delete', async (visit, fields): Promise<PageAnswer> => {
    const { account, request, reply } = visit
    if (account.deletesAt !== undefined) return { to: '/account/delete' }
    const refusal = await currentPasswordRefusal(context, visit, fields)
    if (refusal) return { ...deleteForm(context, site, visit, refusal.status === 422), ...refusal }
    try {
      await requestDeletion(context, actorOf(visit), account)
    } catch (error) {
      if (!(error instanceof Refused && error.reason === 'last_administrator')) throw error
      request.refused = error
      const alert = visit.text.deletion.lastAdministrator
      return { ...deleteForm(context, site, visit), status: 422, alert }
    }
    clearCookie(context, reply, 'session')
    return { to: '/sign-in', said: 'deletion.requested' }
  })

  signedIn.post('/account/delete/keep', async (visit) => {
    await cancelDeletion(context, actorOf(visit), visit.account)
    return { to: '/account', said: 'deletion.kept' }
  })
}

function deleteForm({ config }: Context, site: Site, visit: SignedInVisit, isInvalid = false): Page {
  const { account, deletion } = visit.text
  return accountForm(site, visit, {
    heading: account.menu.delete.heading,
    about: html`<p>${deletion.about}</p>
<p>${deletion.remains(Math.ceil(config.auditKept / dayMs))}</p>
<p>${deletion.grace(Math.ceil(config.deletionGrace / dayMs))}</p>
<p><a href="${site.href('/account/export')}">${deletion.exportFirst}</a></p>`,
    action: '/account/delete',
    submit: account.menu.delete.heading,
    variant: 'danger',
    fields: currentPasswordField(visit, isInvalid),
  })
}

function leaving(site: Site, visit: SignedInVisit, at: number): Page {
  const { deletion } = visit.text
  return {
    heading: deletion.leaving.heading,
    content: html`<section class="card">
<p>${withTime(visit.language, at, deletion.leaving.explanation(visit.account.username, at))}</p>
${form(site, visit, { action: '/account/delete/keep', submit: deletion.leaving.keep })}
</section>`,
  }
}
