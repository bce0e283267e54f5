// GET /account/security and its forms: turning the second factor off, and new recovery codes.
import type { Context } from '../../domain/context.ts'
import { renewRecoveryCodes } from '../../domain/sign-in/own-second-factor.ts'
import { countRecoveryCodes } from '../../domain/sign-in/recovery-codes.ts'
import { disableSecondFactor } from '../../domain/sign-in/second-factor.ts'
import { proveCurrentPassword } from '../../domain/sign-in/sign-in.ts'
import { type Html, html } from '../../lib/text/html.ts'
import type { FormFields } from '../form/form-fields.ts'
import { field, form } from '../form/forms.ts'
import { passkeyScripts } from '../form/passkey-form.ts'
import type { Page, PageAnswer, Redirect } from '../page/page.ts'
import type { Pages } from '../page/page-scope.ts'
import { clearCookie } from '../visit/cookies.ts'
import type { Site } from '../visit/site.ts'
import { actorOf, type SignedInVisit } from '../visit/visit.ts'
import { passkeyActions, passkeySection, type TypedName } from './passkeys.ts'
import { showCodes } from './recovery-codes.ts'
import { queryOf, signInRefusal } from './sign-in.ts'

const alreadyOff: Redirect = { to: '/account/security', said: 'security.alreadyOff' }

export function securityPage(pages: Pages, context: Context): void {
  const { site, signedIn } = pages
  passkeyActions(pages, context, (visit, typed) => security(context, site, visit, { typed }))
  signedIn.get('/account/security', (visit) => {
    // A visitor who comes back here has saved the codes.
    clearCookie(context, visit.reply, 'codes')
    // The name was typed before the player had to sign in again.
    const name = queryOf(visit, 'name')
    return security(context, site, visit, name === '' ? {} : { typed: { name, isWrong: false } })
  })

  /** Runs the change once the password is proved. */
  const change = async (visit: SignedInVisit, fields: FormFields, act: () => Promise<Redirect>) => {
    if (!visit.account.hasSecondFactor) return alreadyOff
    try {
      await proveCurrentPassword(context, visit.account, fields.text('password'), visit.request.ip)
    } catch (error) {
      const words = { invalid: visit.text.security.app.wrongPassword, tooMany: visit.text.signIn.tooMany }
      const refusal = await signInRefusal(context, visit, error, words)
      return { ...(await security(context, site, visit, { isWrong: refusal.status === 422 })), ...refusal }
    }
    return act()
  }

  signedIn.post(
    '/account/security/off',
    (visit, fields): Promise<PageAnswer> =>
      change(visit, fields, async () => {
        await disableSecondFactor(context, actorOf(visit), visit.account)
        return { to: '/account/security', said: 'security.turnedOff' }
      }),
  )

  signedIn.post(
    '/account/security/codes',
    (visit, fields): Promise<PageAnswer> =>
      change(visit, fields, async () => {
        const codes = await renewRecoveryCodes(context, actorOf(visit), visit.account)
        return codes ? showCodes(context, visit, codes, 'security.codesRenewed') : alreadyOff
      }),
  )
}

async function security(
  context: Context,
  site: Site,
  visit: SignedInVisit,
  { isWrong = false, typed }: { isWrong?: boolean; typed?: TypedName } = {},
): Promise<Page> {
  const { account, text } = visit
  const [codesLeft, passkeys] = await Promise.all([
    account.hasSecondFactor ? countRecoveryCodes(context, account.id) : undefined,
    passkeySection(context, site, visit, typed),
  ])
  return {
    heading: text.account.menu.security.heading,
    scripts: passkeyScripts,
    content: html`<section class="card">
<h2>${text.security.app.heading}</h2>
${
  codesLeft !== undefined
    ? appIsOn(site, visit, codesLeft, isWrong)
    : html`<p>${text.security.app.isOff}</p>
<p><a class="button" href="${site.href('/account/security/totp')}">${text.security.app.setUp}</a></p>`
}
</section>
${passkeys}`,
  }
}

function appIsOn(site: Site, visit: SignedInVisit, codesLeft: number, isWrong: boolean): Html {
  const { app } = visit.text.security
  return html`<p>${app.isOn(codesLeft)}</p>
<p>${app.launchers} <code>${app.example}</code></p>
${form(site, visit, {
  action: '/account/security/off',
  submit: app.turnOff,
  variant: 'danger',
  extraButtons: [{ action: '/account/security/codes', submit: app.newCodes }],
  fields: field({
    name: 'password',
    label: app.currentPassword,
    type: 'password',
    autocomplete: 'current-password',
    isInvalid: isWrong,
  }),
})}`
}
