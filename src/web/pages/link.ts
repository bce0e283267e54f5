// GET and POST /link/{token}: a one-time link from an administrator, with which a player chooses a password or
// replaces the second factor.
import type { Context } from '../../domain/context.ts'
import { listPasskeys, type Passkey } from '../../domain/passkeys/passkeys.ts'
import type { PasswordProblem } from '../../domain/registration/rules.ts'
import { openLink } from '../../domain/sign-in/links.ts'
import { choosePassword, replaceSecondFactor } from '../../domain/sign-in/use-link.ts'
import { isNewTotpSecret, newTotpSecret } from '../../lib/crypto/totp.ts'
import { html } from '../../lib/text/html.ts'
import type { Account } from '../../model/account.ts'
import { Refused } from '../../model/refusal.ts'
import type { FormFields } from '../form/form-fields.ts'
import { form } from '../form/forms.ts'
import { tokenOf } from '../page/link-token.ts'
import type { Page, PageAnswer, Redirect } from '../page/page.ts'
import type { Pages } from '../page/page-scope.ts'
import type { Said } from '../text/text.ts'
import { pathWithNext } from '../visit/next.ts'
import type { Site } from '../visit/site.ts'
import type { Visit } from '../visit/visit.ts'
import { authenticatorForm } from './authenticator-form.ts'
import { codeOf, currentPasswordField } from './current-password.ts'
import { passkeysToRemove, tickedPasskeys } from './passkeys-to-remove.ts'
import { keepCodes } from './recovery-codes.ts'
import { newPassword, refusalOf } from './register.ts'
import { keepLogin, signInRefusal } from './sign-in.ts'

export function linkPage({ site, get, post }: Pages, context: Context): void {
  get('/link/:token', (visit) =>
    unlessDead(visit, async () => {
      const { account, purpose } = await openLink(context, tokenOf(visit), visit.request.ip)
      if (purpose === 'second-factor') return factorForm(site, visit, account, newSecret())
      const passkeys = await listPasskeys(context, account)
      return passwordForm(context, site, visit, { account, passkeys, isNew: purpose === 'setup' })
    }),
  )

  post('/link/:token', (visit, fields) =>
    unlessDead(visit, async () => {
      const { account, purpose } = await openLink(context, tokenOf(visit), visit.request.ip)
      if (purpose === 'second-factor') return replace(visit, fields, account)
      return choose(visit, fields, account, purpose === 'setup')
    }),
  )

  const newSecret = () => newTotpSecret(context.random.bytes)

  const choose = async (
    visit: Visit,
    fields: FormFields,
    account: Account,
    isNew: boolean,
  ): Promise<PageAnswer> => {
    const passkeys = await listPasskeys(context, account)
    const shown = { account, passkeys, isNew }
    const from = { address: visit.request.ip, removed: tickedPasskeys(fields, passkeys) }
    try {
      const problem = await choosePassword(context, tokenOf(visit), fields.text('password'), from)
      if (problem === undefined) return signInAs(visit, account, 'links.chosen')
      const alert = visit.text.recover.choose.problem
      return { ...passwordForm(context, site, visit, { ...shown, problem }), status: 422, alert }
    } catch (error) {
      if (isDead(error)) throw error
      return { ...passwordForm(context, site, visit, shown), ...refusalOf(visit, error) }
    }
  }

  const replace = async (visit: Visit, fields: FormFields, account: Account): Promise<PageAnswer> => {
    const { settings, signIn, security } = visit.text
    const secret = fields.text('secret')
    const shown = isNewTotpSecret(secret) ? secret : newSecret()
    try {
      const proposal = { secret, code: codeOf(fields), password: fields.text('current') }
      const codes = await replaceSecondFactor(context, tokenOf(visit), proposal, visit.request.ip)
      if (codes) {
        keepCodes(context, visit, codes)
        return signInAs(visit, account, 'links.replaced', site.href('/account/security/codes'))
      }
      const page = await factorForm(site, visit, account, shown, 'code')
      return { ...page, status: 422, alert: security.setUp.wrongCode }
    } catch (error) {
      if (isDead(error)) throw error
      const words = { invalid: settings.wrongPassword, tooMany: signIn.tooMany }
      const refusal = await signInRefusal(context, visit, error, words)
      const wrong = refusal.status === 422 ? 'current' : undefined
      return { ...(await factorForm(site, visit, account, shown, wrong)), ...refusal }
    }
  }

  /** Redirects to the sign-in form, which also appears if somebody else is signed in here. */
  const signInAs = (visit: Visit, account: Account, said: Said, next?: string): Redirect => {
    keepLogin(context, visit, account.username)
    const isSomebodyElse = visit.account !== undefined && visit.account.id !== account.id
    return { to: pathWithNext(isSomebodyElse ? '/sign-in?again=1' : '/sign-in', next), said }
  }
}

const isDead = (error: unknown): error is Refused => error instanceof Refused && error.reason === 'link_dead'

async function unlessDead(visit: Visit, answer: () => Promise<PageAnswer>): Promise<PageAnswer> {
  try {
    return await answer()
  } catch (error) {
    if (!isDead(error)) throw error
    visit.request.refused = error
    const { heading, alert } = visit.text.links.dead
    return { status: 410, heading, alert, content: html`` }
  }
}

interface Choosing {
  account: Account
  passkeys: readonly Passkey[]
  /** True for the first password of a new account. */
  isNew: boolean
  problem?: PasswordProblem
}

function passwordForm(
  { config }: Pick<Context, 'config'>,
  site: Site,
  visit: Visit,
  { account: { username }, passkeys, isNew, problem }: Choosing,
): Page {
  const { password: words } = visit.text.links
  return {
    heading: words.heading,
    content: html`<section class="card">
<p>${isNew ? words.setup(username) : words.about(username)}</p>
${form(site, visit, {
  action: `/link/${tokenOf(visit)}`,
  submit: words.submit,
  fields: [
    newPassword(config.passwordMinLength, visit, words.label, problem),
    passkeysToRemove(visit, passkeys),
  ],
})}
</section>`,
  }
}

async function factorForm(
  site: Site,
  visit: Visit,
  { username }: Account,
  secret: string,
  wrong?: 'code' | 'current',
): Promise<Page> {
  const { factor: words } = visit.text.links
  return {
    heading: words.heading,
    scripts: ['copy.js'],
    content: await authenticatorForm(site, visit, {
      action: `/link/${tokenOf(visit)}`,
      username,
      secret,
      isCodeWrong: wrong === 'code',
      lead: html`<p>${words.about(username)}</p>`,
      fields: currentPasswordField(visit, wrong === 'current'),
    }),
  }
}
