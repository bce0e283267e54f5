// GET /account/confirm/{form}: somebody proves again who they are, without the password, for a form that always asks.
import { playerOfAccount } from '../../../domain/accounts/find.ts'
import type { Context } from '../../../domain/context.ts'
import { beginAt } from '../../../domain/identities/begin.ts'
import { offeredProviders } from '../../../domain/identities/offered.ts'
import { characterOfForm, isAccountForm, type StepUpForm } from '../../../domain/step-up/forms.ts'
import { stepUpByCode, stepUpByPasskey, stepUpOptions } from '../../../domain/step-up/prove.ts'
import { isAnyWay, waysOf } from '../../../domain/step-up/ways.ts'
import { type Html, html } from '../../../lib/text/html.ts'
import { Refused } from '../../../model/errors/refusal.ts'
import type { SignedInPageContext } from '../../context/page-context.ts'
import type { Site } from '../../context/site.ts'
import { field, form } from '../../form/forms.ts'
import { readAuthentication } from '../../form/passkey-answers.ts'
import { passkeyForm, passkeyScripts } from '../../form/passkey-form.ts'
import { keepTyped } from '../../form/typed-form.ts'
import type { Page, PageAnswer, Redirect } from '../../page/page.ts'
import type { Pages } from '../../page/page-scope.ts'
import { pathParameter } from '../../page/path-parameter.ts'
import { providerRefusal } from '../providers/failure.ts'
import { keepSignIn } from '../providers/kept.ts'
import { leading } from '../providers/leading.ts'
import { refusalOf } from '../sign-in/register.ts'
import { queryOf, signInRefusal } from '../sign-in/sign-in.ts'
import { codeKeys, codeOf, type NotProved } from './current-password.ts'
import { askingOf, confirmPath, pageOfForm } from './step-up.ts'

const recovery = '?recovery=1'

export function confirmPages({ site, signedIn }: Pages, context: Context): void {
  const path = confirmPath(':form')

  signedIn.get(path, async (page) => confirmPage(context, site, page, await formOf(context, page)))

  // The button of the form itself, with what was typed so far.
  signedIn.post(path, async (page, fields): Promise<PageAnswer> => {
    const asked = await formOf(context, page)
    const home = site.href(pageOfForm(asked))
    await keepTyped(context, page.request, page.reply, { page: home, action: home, fields })
    return { to: confirmPath(asked) }
  })

  signedIn.post(`${path}/passkey`, async (page, fields): Promise<PageAnswer> => {
    const asked = await formOf(context, page)
    try {
      await stepUpByPasskey(context, askingOf(page, asked), readAuthentication(fields.text('answer')))
      return confirmed(asked)
    } catch (error) {
      const words = { invalid: page.text.stepUp.problems.passkey, tooMany: page.text.signIn.tooMany }
      return confirmPage(context, site, page, asked, await signInRefusal(context, page, error, words))
    }
  })

  signedIn.post(`${path}/code`, async (page, fields): Promise<PageAnswer> => {
    const asked = await formOf(context, page)
    try {
      await stepUpByCode(context, askingOf(page, asked), codeOf(fields))
      return confirmed(asked)
    } catch (error) {
      const refusal = await signInRefusal(context, page, error, page.text.signIn.code)
      return confirmPage(context, site, page, asked, refusal)
    }
  })

  signedIn.post(`${path}/with`, async (page, fields): Promise<PageAnswer> => {
    const asked = await formOf(context, page)
    const name = fields.text('provider')
    try {
      const { providers } = await waysOf(context, askingOf(page, asked))
      const provider = providers.find((each) => each.name === name)
      if (!provider) throw new Refused('provider_gone', { about: page.account })
      const { away, begun } = beginAt(context, provider, { prompt: 'login', maxAge: 0 })
      keepSignIn(context, page, { ...begun, session: page.session.id, stepUp: asked })
      return leading(page, away, provider, site.href(confirmPath(asked)))
    } catch (error) {
      return confirmPage(context, site, page, asked, await providerRefusal(context, page, error, name))
    }
  })
}

/** Returns the form in the path. Throws Refused `route_unknown`, and `account_unknown` for the character of somebody else. */
export async function formOf(context: Context, page: SignedInPageContext): Promise<StepUpForm> {
  const named = pathParameter(page, 'form')
  if (isAccountForm(named)) return named
  const id = characterOfForm(named)
  if (id === undefined) throw new Refused('route_unknown')
  const { id: found } = await playerOfAccount(context, page.account, id)
  return `character-${found}`
}

/** Leads back to the form, which may now be sent without the password, once. */
export const confirmed = (asked: StepUpForm): Redirect => ({ to: pageOfForm(asked) })

/** Returns the error for somebody who came back from a provider. Throws any other error again. */
export async function confirmRefusal(
  context: Context,
  page: SignedInPageContext,
  error: unknown,
  name: string,
): Promise<NotProved> {
  const { another, impossible } = page.text.stepUp.problems
  const reason = error instanceof Refused ? error.reason : undefined
  if (reason === 'too_many_mails' || reason === 'overloaded') return refusalOf(page, error) ?? {}
  // The session has ended since the browser came back.
  if (reason === 'session_ended') {
    return providerRefusal(context, page, new Refused('sign_in_state_unknown', { about: page.account }), name)
  }
  if (!(error instanceof Refused) || (reason !== 'step_up_required' && reason !== 'step_up_impossible')) {
    return providerRefusal(context, page, error, name)
  }
  page.request.refused = error
  if (reason === 'step_up_impossible') return { status: 422, alert: impossible }
  const { title = name } = (await offeredProviders(context)).find((each) => each.name === name) ?? {}
  return { status: 422, alert: another(title) }
}

/** Returns the page with a form for each way that the account has. */
export async function confirmPage(
  context: Context,
  site: Site,
  page: SignedInPageContext,
  asked: StepUpForm,
  refusal: Partial<NotProved> = {},
): Promise<Page> {
  const { signIn, stepUp } = page.text
  const path = confirmPath(asked)
  // Recovery codes have letters.
  const isRecovery = queryOf(page, 'recovery') !== ''
  const asking = askingOf(page, asked)
  const ways = await waysOf(context, asking)
  const passkey = ways.passkey && (await passkeyPart(context, site, page, asked))
  return {
    heading: stepUp.heading,
    scripts: passkeyScripts,
    here: site.href(isRecovery ? path + recovery : path),
    ...refusal,
    content: html`<section class="card">
<p>${isAnyWay(ways) ? stepUp.about : stepUp.problems.impossible}</p>
${passkey}
${
  ways.code &&
  form(site, page, {
    action: `${path}/code${isRecovery ? recovery : ''}`,
    submit: signIn.code.submit,
    fields: field({
      name: 'code',
      label: signIn.code.label,
      ...codeKeys(isRecovery),
      hint: signIn.code.explanation,
    }),
  })
}
${ways.code && !isRecovery && html`<p><a href="${site.href(path + recovery)}">${signIn.code.useRecovery}</a></p>`}
${ways.providers.map(({ name, title }) =>
  form(site, page, {
    action: `${path}/with`,
    submit: stepUp.with(title),
    variant: 'quiet',
    hidden: { provider: name },
  }),
)}
<p><a href="${site.href(pageOfForm(asked))}">${stepUp.back}</a></p>
</section>`,
  }
}

async function passkeyPart(
  context: Context,
  site: Site,
  page: SignedInPageContext,
  asked: StepUpForm,
): Promise<Html | undefined> {
  const { passkeys, stepUp } = page.text
  const options = await stepUpOptions(context, askingOf(page, asked))
  const shape = {
    action: `${confirmPath(asked)}/passkey`,
    submit: stepUp.passkey,
    variant: 'quiet',
    hidden: { answer: '' },
  } as const
  return options && passkeyForm('sign-in', options, passkeys.failed, form(site, page, shape))
}
