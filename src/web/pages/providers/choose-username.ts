// GET and POST /register/with/{name}: "Choose a username", for somebody whom a provider has proved.
import type { Context } from '../../../domain/context.ts'
import { isEmailProved, isOwnEmailKnown, suggestedUsername } from '../../../domain/identities/newcomer.ts'
import { offeredProvider } from '../../../domain/identities/offered.ts'
import { signInAsLinked } from '../../../domain/identities/sign-in.ts'
import type { ProvedNewcomer } from '../../../domain/registration/input.ts'
import { registrationBy } from '../../../domain/registration/mode.ts'
import { isWorkDone } from '../../../domain/registration/proof-of-work.ts'
import { register } from '../../../domain/registration/register.ts'
import { html } from '../../../lib/text/html.ts'
import { trimmed } from '../../../lib/text/trimmed.ts'
import { type Refusal, Refused } from '../../../model/errors/refusal.ts'
import { nextPath, pathWithNext } from '../../context/next.ts'
import type { PageContext } from '../../context/page-context.ts'
import type { Site } from '../../context/site.ts'
import { emailProblems, problemOf, usernameHint, usernameProblems } from '../../form/account-problems.ts'
import { field, form } from '../../form/forms.ts'
import { nextPolicy } from '../../form/next-policy.ts'
import { workField } from '../../form/work-field.ts'
import type { Page, PageAnswer } from '../../page/page.ts'
import type { Pages } from '../../page/page-scope.ts'
import { pathParameter } from '../../page/path-parameter.ts'
import { rulesField } from '../rules.ts'
import { keepWaiting, refusalOf, registeringBrowser } from '../sign-in/register.ts'
import { startAgain } from '../sign-in/second-step.ts'
import { beginSession, queryOf } from '../sign-in/sign-in.ts'
import { failedSignIn } from './failure.ts'
import { forgetIdentity, keptIdentity } from './kept.ts'

/** Returns the path of the form, with the code of an invite if there is one. */
export const registrationOf = (name: string, invite = ''): string =>
  `/register/with/${name}${invite === '' ? '' : `?invite=${encodeURIComponent(invite)}`}`

interface Typed {
  username: string
  email: string
  invite: string
  next: string | undefined
}

export function chooseUsernamePage({ site, get, post }: Pages, context: Context): void {
  const path = registrationOf(':name')

  get(path, async (page): Promise<PageAnswer> => {
    const next = nextPath(queryOf(page, 'next'), context.baseUrl())
    const home = next ?? site.href('/account')
    if (page.account) return { next: home }
    const newcomer = await newcomerOf(context, page)
    if (!newcomer) return startAgain(home)
    const { identity, provider } = newcomer
    const typed = {
      username: suggestedUsername(context, identity),
      email: identity.email ?? '',
      invite: queryOf(page, 'invite').trim(),
      next,
    }
    const isKnown = await isOwnEmailKnown(context, provider, identity)
    return usernameForm(context, site, page, newcomer, typed, isKnown ? ['email_taken'] : [])
  })

  post(path, async (page, fields): Promise<PageAnswer> => {
    const { request, language, text } = page
    const typed = {
      username: trimmed(fields.text('username')),
      email: trimmed(fields.text('email')),
      invite: trimmed(fields.text('invite')),
      next: nextPath(fields.text('next'), context.baseUrl()),
    }
    const home = typed.next ?? site.href('/account')
    const newcomer = await newcomerOf(context, page)
    if (!newcomer) return startAgain(home)
    const shown = (reasons?: readonly Refusal[]) =>
      usernameForm(context, site, page, newcomer, typed, reasons)
    if (!(await isWorkDone(context, fields.text('altcha')))) {
      return { ...(await shown()), status: 422, alert: text.work.missing }
    }
    const browser = registeringBrowser(context, page) || context.random.bytes(32).toString('base64url')
    const rules = fields.text('rules')
    const given = { ...typed, password: '', newcomer, rules, language, address: request.ip, browser }
    try {
      const answer = await register(context, given)
      forgetIdentity(context, page)
      if (answer === 'waiting') return keepWaiting(context, page, browser, typed)
      const signedIn = await signInAsLinked(context, newcomer, request.ip)
      if (!signedIn || !('account' in signedIn)) throw new Error('a new account has no second factor')
      return {
        ...(await beginSession(context, page, signedIn, typed.next ?? site.href('/account/play'))),
        flash: 'register.created',
      }
    } catch (error) {
      if (error instanceof Refused && error.reason === 'subject_linked') {
        request.refused = error
        const alert = text.register.provider.subjectLinked(newcomer.provider.title)
        return { ...(await shown()), status: 422, alert }
      }
      if (error instanceof Refused && error.reason === 'provider_gone') {
        return failedSignIn(context, site, page, error, { name: newcomer.provider.name, next: typed.next })
      }
      const refusal = refusalOf(page, error, text.register.problem)
      if (refusal) return { ...(await shown(request.refused?.reasons)), ...refusal }
      const closed = new Refused('provider_registration_off', { about: { username: typed.username } })
      return failedSignIn(context, site, page, closed, { name: newcomer.provider.name, next: typed.next })
    }
  })
}

/** Returns who has come back from the provider in this browser. */
async function newcomerOf(context: Context, page: PageContext): Promise<ProvedNewcomer | undefined> {
  const kept = keptIdentity(context, page)
  const name = pathParameter(page, 'name')
  if (kept?.provider !== name) return undefined
  const provider = await offeredProvider(context, name).catch(() => undefined)
  if (provider?.createdAt !== kept.since) return undefined
  // Roles are those of a guild, which may be another one since.
  const groups = kept.guild === provider.guild ? kept.groups : undefined
  return { provider, identity: { ...kept, groups } }
}

async function usernameForm(
  context: Context,
  site: Site,
  page: PageContext,
  { provider, identity }: ProvedNewcomer,
  typed: Typed,
  reasons: readonly Refusal[] = [],
): Promise<Page> {
  const { register: words, signIn } = page.text
  const { title } = provider
  const { next, invite } = typed
  const work = await workField(context, site, page)
  const here = site.href(pathWithNext(registrationOf(provider.name, invite), next))
  const isOwn = isEmailProved(provider, identity, typed.email)
  const known = words.provider.emailKnown(title)
  return {
    heading: words.provider.heading,
    ...work.page,
    policy: { ...work.page.policy, ...(next !== undefined && (await nextPolicy(context, site, next))) },
    here,
    next,
    content: html`<section class="card">
<p class="lead">${words.provider.lead(title)}</p>
${form(site, page, {
  action: registrationOf(provider.name),
  submit: words.submit,
  hidden: { next },
  fields: [
    (registrationBy(context, provider) === 'invite' || invite !== '') &&
      field({
        name: 'invite',
        label: words.invite,
        value: invite,
        autocomplete: 'off',
        problem: problemOf({ invite_invalid: words.inviteInvalid }, reasons),
      }),
    field({
      name: 'username',
      label: words.username,
      value: typed.username,
      autocomplete: 'username',
      hint: usernameHint(context, page.text),
      problem: problemOf(usernameProblems(context, page.text), reasons),
    }),
    field({
      name: 'email',
      label: words.email,
      type: 'email',
      value: typed.email,
      autocomplete: 'email',
      inputmode: 'email',
      optional: identity.email === undefined,
      hint: identity.email === undefined ? words.provider.noEmail(title) : words.emailHint,
      problem: problemOf({ ...emailProblems(page.text), ...(isOwn && { email_taken: known }) }, reasons),
    }),
    rulesField(context, page, reasons),
    work.field,
  ],
})}
<p class="hint">${words.provider.launchers}</p>
</section>
<p class="aside">${words.hasAccount} <a href="${site.href(pathWithNext('/sign-in', next))}">${signIn.submit}</a></p>`,
  }
}
