// GET and POST /account/delete, and the form that cancels the deletion. During the grace period the owner sees only
// this page.
import { cancelDeletion, requestDeletion } from '../../../domain/accounts/own-deletion.ts'
import type { Context } from '../../../domain/context.ts'
import { dayMs } from '../../../lib/measure/units.ts'
import { html } from '../../../lib/text/html.ts'
import { Refused } from '../../../model/errors/refusal.ts'
import { clearCookie } from '../../context/cookies.ts'
import { actorOf, type SignedInPageContext } from '../../context/page-context.ts'
import type { Site } from '../../context/site.ts'
import { accountForm } from '../../form/account-form.ts'
import { form } from '../../form/forms.ts'
import { withTime } from '../../layout/time.ts'
import type { Page, PageAnswer } from '../../page/page.ts'
import type { Pages } from '../../page/page-scope.ts'
import { proofOf, proofRefusal } from '../security/step-up.ts'

export function deletePage({ site, signedIn }: Pages, context: Context): void {
  signedIn.get('/account/delete', (page) => {
    const { deletesAt } = page.account
    return deletesAt === undefined ? deleteForm(context, site, page) : leaving(site, page, deletesAt)
  })

  signedIn.post('/account/delete', async (page, fields): Promise<PageAnswer> => {
    const { account, request, reply } = page
    if (account.deletesAt !== undefined) return { to: '/account/delete' }
    const refusal = await proofRefusal(context, site, page, fields, 'delete')
    if (refusal) return { ...(await deleteForm(context, site, page, refusal.status === 422)), ...refusal }
    try {
      await requestDeletion(context, actorOf(page), account, { withCharacters: true })
    } catch (error) {
      if (!(error instanceof Refused && error.reason === 'last_administrator')) throw error
      request.refused = error
      const alert = page.text.deletion.lastAdministrator
      return { ...(await deleteForm(context, site, page)), status: 422, alert }
    }
    clearCookie(context, reply, 'session')
    return { to: '/sign-in', flash: 'deletion.requested' }
  })

  signedIn.post('/account/delete/keep', async (page) => {
    await cancelDeletion(context, actorOf(page), page.account)
    return { to: '/account', flash: 'deletion.kept' }
  })
}

async function deleteForm(
  context: Context,
  site: Site,
  page: SignedInPageContext,
  isInvalid = false,
): Promise<Page> {
  const { config } = context
  const { account, deletion } = page.text
  const proof = await proofOf(context, page, 'delete', isInvalid)
  return accountForm(site, page, {
    heading: account.menu.delete.heading,
    about: html`<p>${deletion.about}</p>
<p>${deletion.remains(Math.ceil(config.auditKept / dayMs))}</p>
<p>${deletion.grace(Math.ceil(config.deletionGrace / dayMs))}</p>
<p><a href="${site.href('/account/export')}">${deletion.exportFirst}</a></p>`,
    action: '/account/delete',
    submit: account.menu.delete.heading,
    variant: 'danger',
    fields: proof.field,
    extraButtons: proof.otherWay,
  })
}

function leaving(site: Site, page: SignedInPageContext, at: number): Page {
  const { deletion } = page.text
  return {
    heading: deletion.leaving.heading,
    content: html`<section class="card">
<p>${withTime(page.language, at, deletion.leaving.explanation(page.account.username, at))}</p>
${form(site, page, { action: '/account/delete/keep', submit: deletion.leaving.keep })}
</section>`,
  }
}
