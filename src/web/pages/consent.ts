// GET and POST /oauth2/consent/{uid}: "Allow {application}?"
import type { Context } from '../../domain/context.ts'
import {
  allowConsent,
  denyConsent,
  type WaitingConsent,
  waitingConsent,
} from '../../domain/oauth/consents.ts'
import { html } from '../../lib/text/html.ts'
import { form } from '../form/forms.ts'
import { forMembers } from '../layout/members-only.ts'
import { rightsList } from '../layout/rights.ts'
import type { Page } from '../page/page.ts'
import type { Pages } from '../page/page-scope.ts'
import { formActionOf } from '../page/policy.ts'
import type { Site } from '../visit/site.ts'
import type { SignedInVisit, Visit } from '../visit/visit.ts'

export function consentPage({ site, signedIn }: Pages, context: Context): void {
  const path = '/oauth2/consent/:uid'

  signedIn.get(path, async (visit) => {
    const uid = uidOf(visit)
    const waiting = await waitingConsent(context, uid, visit.account)
    return waiting.isAnswered ? resume(site, uid) : question(site, visit, uid, waiting)
  })

  signedIn.post(path, async (visit, fields) => {
    const { account, request } = visit
    const uid = uidOf(visit)
    const waiting = await waitingConsent(context, uid, account)
    // If a button is pressed twice, the first answer counts.
    if (waiting.isAnswered) return resume(site, uid)
    const answer = fields.text('answer')
    if (answer === 'allow' && waiting.isPermitted) await allowConsent(context, waiting, account, request.ip)
    else if (answer === 'deny') await denyConsent(context, waiting)
    else return question(site, visit, uid, waiting)
    return resume(site, uid)
  })
}

const uidOf = ({ request }: Visit): string => (request.params as { uid: string }).uid

const resume = (site: Site, uid: string) => ({
  next: site.href(`/oauth2/authorize/${encodeURIComponent(uid)}`),
})

function question(
  site: Site,
  visit: SignedInVisit,
  uid: string,
  { client, scope, redirectUri, isPermitted }: WaitingConsent,
): Page {
  const { oauth } = visit.text
  const action = `/oauth2/consent/${encodeURIComponent(uid)}`
  if (!isPermitted) {
    return forMembers(site, visit, client.name, action, { formAction: formActionOf(redirectUri) })
  }
  return {
    heading: oauth.allowHeading(client.name),
    policy: { formAction: formActionOf(redirectUri) },
    content: html`<section class="card">
${rightsList(visit, client.name, scope)}
<p class="hint">${oauth.goesTo} <code>${URL.parse(redirectUri)?.host || redirectUri}</code></p>
<div class="choice">
${form(site, visit, { action, submit: oauth.allow, hidden: { answer: 'allow' } })}
${form(site, visit, { action, submit: oauth.deny, variant: 'quiet', hidden: { answer: 'deny' } })}
</div>
</section>`,
  }
}
