// GET and POST /link/{token}: a one-time link from an administrator, with which a player chooses a password or
// replaces the second factor.
import { type Outliving, outliving } from '../../../domain/access/outliving.ts'
import type { Context, ReadContext } from '../../../domain/context.ts'
import { openOneTimeLink } from '../../../domain/sign-in/one-time-links.ts'
import { choosePassword, replaceSecondFactor } from '../../../domain/sign-in/use-one-time-link.ts'
import { isNewTotpSecret, newTotpSecret } from '../../../lib/crypto/totp.ts'
import { html } from '../../../lib/text/html.ts'
import type { Account } from '../../../model/accounts/account.ts'
import { type Refusal, Refused } from '../../../model/errors/refusal.ts'
import type { PageContext } from '../../context/page-context.ts'
import type { Site } from '../../context/site.ts'
import type { FormFields } from '../../form/form-fields.ts'
import { form } from '../../form/forms.ts'
import { tokenOf } from '../../page/link-token.ts'
import type { Page, PageAnswer } from '../../page/page.ts'
import type { Pages } from '../../page/page-scope.ts'
import { authenticatorForm } from '../security/authenticator-form.ts'
import { codeOf, currentPasswordField } from '../security/current-password.ts'
import { outlivingBoxes, tickedBoxes } from '../security/outliving.ts'
import { keepCodes } from '../security/recovery-codes.ts'
import { newPassword, refusalOf } from './register.ts'
import { signInAs } from './second-step.ts'
import { signInRefusal } from './sign-in.ts'

export function oneTimeLinkPage({ site, get, post }: Pages, context: Context): void {
  get('/link/:token', (pageContext) =>
    unlessDead(pageContext, async () => {
      const { account, purpose } = await openOneTimeLink(
        context,
        tokenOf(pageContext),
        pageContext.request.ip,
      )
      const shown = { account, outliving: await outliving(context, account) }
      if (purpose === 'second-factor') return factorForm(site, pageContext, shown, newSecret())
      return passwordForm(context, site, pageContext, { ...shown, isNew: purpose === 'setup' })
    }),
  )

  post('/link/:token', (pageContext, fields) =>
    unlessDead(pageContext, async () => {
      const { account, purpose } = await openOneTimeLink(
        context,
        tokenOf(pageContext),
        pageContext.request.ip,
      )
      if (purpose === 'second-factor') return replace(pageContext, fields, account)
      return choose(pageContext, fields, account, purpose === 'setup')
    }),
  )

  const newSecret = () => newTotpSecret(context.random.bytes)

  const choose = async (
    pageContext: PageContext,
    fields: FormFields,
    account: Account,
    isNew: boolean,
  ): Promise<PageAnswer> => {
    const shown = { account, outliving: await outliving(context, account), isNew }
    const from = { address: pageContext.request.ip, ended: tickedBoxes(fields, shown.outliving) }
    try {
      await choosePassword(context, tokenOf(pageContext), fields.text('password'), from)
      return await signInAs(context, pageContext, account, {
        flash: 'links.chosen',
        next: undefined,
        isLocal: context.config.passwordSignIn === 'off',
      })
    } catch (error) {
      if (isDead(error)) throw error
      const refusal = refusalOf(pageContext, error, pageContext.text.recover.choose.problem)
      const reasons = pageContext.request.refused?.reasons
      return { ...passwordForm(context, site, pageContext, { ...shown, reasons }), ...refusal }
    }
  }

  const replace = async (
    pageContext: PageContext,
    fields: FormFields,
    account: Account,
  ): Promise<PageAnswer> => {
    const { settings, signIn, security } = pageContext.text
    const secret = fields.text('secret')
    const again = isNewTotpSecret(secret) ? secret : newSecret()
    const shown = { account, outliving: await outliving(context, account) }
    const from = { address: pageContext.request.ip, ended: tickedBoxes(fields, shown.outliving) }
    try {
      const proposal = { secret, code: codeOf(fields), password: fields.text('current') }
      const codes = await replaceSecondFactor(context, tokenOf(pageContext), proposal, from)
      keepCodes(context, pageContext, codes)
      const next = site.href('/account/security/codes')
      return await signInAs(context, pageContext, account, { flash: 'links.replaced', next })
    } catch (error) {
      if (isDead(error)) throw error
      if (error instanceof Refused && error.reason === 'app_code_wrong') {
        pageContext.request.refused = error
        const page = await factorForm(site, pageContext, shown, again, 'code')
        return { ...page, status: 422, alert: security.setUp.wrongCode }
      }
      const words = { invalid: settings.wrongPassword, tooMany: signIn.tooMany }
      const refusal = await signInRefusal(context, pageContext, error, words)
      const wrong = refusal.status === 422 ? 'current' : undefined
      return { ...(await factorForm(site, pageContext, shown, again, wrong)), ...refusal }
    }
  }
}

const isDead = (error: unknown): error is Refused => error instanceof Refused && error.reason === 'link_dead'

async function unlessDead(pageContext: PageContext, answer: () => Promise<PageAnswer>): Promise<PageAnswer> {
  try {
    return await answer()
  } catch (error) {
    if (!isDead(error)) throw error
    pageContext.request.refused = error
    const { heading, alert } = pageContext.text.links.dead
    return { status: 410, heading, alert, content: html`` }
  }
}

interface Shown {
  account: Account
  outliving: Outliving
}

interface Choosing extends Shown {
  /** True for the first password of a new account. */
  isNew: boolean
  reasons?: readonly Refusal[] | undefined
}

function passwordForm(
  { config }: ReadContext,
  site: Site,
  pageContext: PageContext,
  { account: { username }, outliving: shown, isNew, reasons }: Choosing,
): Page {
  const { password: words } = pageContext.text.links
  return {
    heading: words.heading,
    content: html`<section class="card">
<p>${isNew ? words.setup(username) : words.about(username)}</p>
${form(site, pageContext, {
  action: `/link/${tokenOf(pageContext)}`,
  submit: words.submit,
  fields: [
    newPassword(config.passwordMinLength, pageContext, words.label, reasons),
    outlivingBoxes(pageContext, shown),
  ],
})}
</section>`,
  }
}

async function factorForm(
  site: Site,
  pageContext: PageContext,
  { account: { username }, outliving: shown }: Shown,
  secret: string,
  wrong?: 'code' | 'current',
): Promise<Page> {
  const { factor: words } = pageContext.text.links
  return {
    heading: words.heading,
    scripts: ['copy.js'],
    content: await authenticatorForm(site, pageContext, {
      action: `/link/${tokenOf(pageContext)}`,
      username,
      secret,
      isCodeWrong: wrong === 'code',
      lead: html`<p>${words.about(username)}</p>`,
      fields: [currentPasswordField(pageContext, wrong === 'current'), outlivingBoxes(pageContext, shown)],
    }),
  }
}
