// GET and POST /oauth2/consent/{uid}: "Allow {application}?"
import type { Context } from '../../../domain/context.ts'
import {
  allowConsent,
  denyConsent,
  type WaitingConsent,
  waitingConsent,
} from '../../../domain/oauth/consents.ts'
import { chosenPlayer, type PlayAs, playAs } from '../../../domain/oauth/play-as.ts'
import { html } from '../../../lib/text/html.ts'
import type { PageContext, SignedInPageContext } from '../../context/page-context.ts'
import type { Site } from '../../context/site.ts'
import { form } from '../../form/forms.ts'
import { forMembers } from '../../layout/members-only.ts'
import { playAsField, playerRefused, rightsList, sentPlayer } from '../../layout/rights.ts'
import type { Page } from '../../page/page.ts'
import type { Pages } from '../../page/page-scope.ts'
import { pathParameter } from '../../page/path-parameter.ts'
import { formActionOf } from '../../page/policy.ts'

export function consentPage({ site, signedIn }: Pages, context: Context): void {
  const path = '/oauth2/consent/:uid'

  const ask = async (page: SignedInPageContext, uid: string, waiting: WaitingConsent, isInvalid = false) => {
    const offered = await playAs(context, page.account, waiting)
    return question(site, page, uid, waiting, { ...offered, isInvalid })
  }

  signedIn.get(path, async (page) => {
    const uid = uidOf(page)
    const waiting = await waitingConsent(context, uid, page.account)
    return waiting.isAnswered ? resume(site, uid) : ask(page, uid, waiting)
  })

  signedIn.post(path, async (page, fields) => {
    const { account, request } = page
    const uid = uidOf(page)
    const waiting = await waitingConsent(context, uid, account)
    // If a button is pressed twice, the first answer counts.
    if (waiting.isAnswered) return resume(site, uid)
    const answer = fields.text('answer')
    if (answer === 'deny') await denyConsent(context, waiting)
    else if (answer !== 'allow' || !waiting.isPermitted) return ask(page, uid, waiting)
    else {
      try {
        const player = chosenPlayer(await playAs(context, account, waiting), account, sentPlayer(fields))
        await allowConsent(context, waiting, account, { player, address: request.ip })
      } catch (error) {
        const refused = playerRefused(page, error)
        return { ...(await ask(page, uid, waiting, true)), ...refused }
      }
    }
    return resume(site, uid)
  })
}

const uidOf = (page: PageContext): string => pathParameter(page, 'uid')

const resume = (site: Site, uid: string) => ({
  next: site.href(`/oauth2/authorize/${encodeURIComponent(uid)}`),
})

function question(
  site: Site,
  page: SignedInPageContext,
  uid: string,
  { client, scope, redirectUri, isPermitted }: WaitingConsent,
  { isInvalid, ...offered }: PlayAs & { isInvalid: boolean },
): Page {
  const { oauth } = page.text
  const action = `/oauth2/consent/${encodeURIComponent(uid)}`
  if (!isPermitted) {
    return forMembers(site, page, client.client_name, action, { formAction: formActionOf(redirectUri) })
  }
  return {
    heading: oauth.allowHeading(client.client_name),
    policy: { formAction: formActionOf(redirectUri) },
    content: html`<section class="card">
${rightsList(site, page, client.client_name, scope, offered)}
<p class="hint">${oauth.goesTo} <code>${URL.parse(redirectUri)?.host || redirectUri}</code></p>
<div class="choice">
${form(site, page, {
  action,
  submit: oauth.allow,
  hidden: { answer: 'allow' },
  fields: playAsField(page, offered, scope, isInvalid),
})}
${form(site, page, { action, submit: oauth.deny, variant: 'quiet', hidden: { answer: 'deny' } })}
</div>
</section>`,
  }
}
