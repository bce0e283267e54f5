// GET /account/security and its forms: turning the second factor off, and new recovery codes.
import type { Context } from '../../../domain/context.ts'
import { renewRecoveryCodes } from '../../../domain/sign-in/own-second-factor.ts'
import { countRecoveryCodes } from '../../../domain/sign-in/recovery-codes.ts'
import { disableSecondFactor } from '../../../domain/sign-in/second-factor.ts'
import { type Html, html } from '../../../lib/text/html.ts'
import { clearCookie } from '../../context/cookies.ts'
import { actorOf, type SignedInPageContext } from '../../context/page-context.ts'
import type { Site } from '../../context/site.ts'
import type { FormFields } from '../../form/form-fields.ts'
import { form } from '../../form/forms.ts'
import { passkeyScripts } from '../../form/passkey-form.ts'
import type { Page, PageAnswer, Redirect } from '../../page/page.ts'
import type { Pages } from '../../page/page-scope.ts'
import { passkeyActions, passkeySection, type TypedName } from './passkeys.ts'
import { showCodes } from './recovery-codes.ts'
import { type Proof, proofOf, proofRefusal } from './step-up.ts'

const alreadyOff: Redirect = { to: '/account/security', flash: 'security.alreadyOff' }

export function securityPage(pages: Pages, context: Context): void {
  const { site, signedIn } = pages
  passkeyActions(pages, context, (page, typed) => security(context, site, page, { typed }))
  signedIn.get('/account/security', (page) => {
    // A visitor who comes back here has saved the codes.
    clearCookie(context, page.reply, 'codes')
    return security(context, site, page)
  })

  /** Runs the change once its sender has proved who they are. */
  const change = async (page: SignedInPageContext, fields: FormFields, act: () => Promise<Redirect>) => {
    if (!page.account.hasSecondFactor) return alreadyOff
    const refusal = await proofRefusal(context, site, page, fields, 'security')
    if (!refusal) return act()
    return { ...(await security(context, site, page, { isWrong: refusal.status === 422 })), ...refusal }
  }

  signedIn.post(
    '/account/security/off',
    (page, fields): Promise<PageAnswer> =>
      change(page, fields, async () => {
        await disableSecondFactor(context, actorOf(page), page.account)
        return { to: '/account/security', flash: 'security.turnedOff' }
      }),
  )

  signedIn.post(
    '/account/security/codes',
    (page, fields): Promise<PageAnswer> =>
      change(page, fields, async () => {
        const codes = await renewRecoveryCodes(context, actorOf(page), page.account)
        return codes ? showCodes(context, page, codes, 'security.codesRenewed') : alreadyOff
      }),
  )
}

async function security(
  context: Context,
  site: Site,
  page: SignedInPageContext,
  { isWrong = false, typed }: { isWrong?: boolean; typed?: TypedName } = {},
): Promise<Page> {
  const { account, text } = page
  const [codesLeft, passkeys] = await Promise.all([
    account.hasSecondFactor ? countRecoveryCodes(context, account.id) : undefined,
    passkeySection(context, site, page, typed),
  ])
  return {
    heading: text.account.menu.security.heading,
    scripts: passkeyScripts,
    content: html`<section class="card">
<h2>${text.security.app.heading}</h2>
${
  codesLeft !== undefined
    ? appIsOn(site, page, codesLeft, await proofOf(context, page, 'security', isWrong))
    : html`<p>${text.security.app.isOff}</p>
<p><a class="button" href="${site.href('/account/security/totp')}">${text.security.app.setUp}</a></p>`
}
</section>
${passkeys}`,
  }
}

function appIsOn(site: Site, page: SignedInPageContext, codesLeft: number, proof: Proof): Html {
  const { account, security } = page.text
  const { app } = security
  return html`<p>${app.isOn(codesLeft)}</p>
<p>${app.launchers} <code>${app.example}</code></p>
<p>${app.instead} <a href="${site.href('/account/app-passwords')}">${account.menu['app-passwords'].heading}</a></p>
${form(site, page, {
  action: '/account/security/off',
  submit: app.turnOff,
  variant: 'danger',
  extraButtons: [{ action: '/account/security/codes', submit: app.newCodes }, ...proof.otherWay],
  fields: proof.field,
})}`
}
