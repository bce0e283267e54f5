// GET /sign-in/with/{name}/callback: the browser comes back from the provider.
import type { Context } from '../../../domain/context.ts'
import { linkIdentity } from '../../../domain/identities/link.ts'
import { followGroups, valuesOfGroups } from '../../../domain/identities/memberships.ts'
import { requireRegistration } from '../../../domain/identities/newcomer.ts'
import { isAnswerTo, proveIdentity } from '../../../domain/identities/prove.ts'
import { signInAsLinked } from '../../../domain/identities/sign-in.ts'
import type { StepUpForm } from '../../../domain/step-up/forms.ts'
import { stepUpByProvider } from '../../../domain/step-up/provider.ts'
import { accountActor } from '../../../model/accounts/actor.ts'
import { Refused } from '../../../model/errors/refusal.ts'
import { pathWithNext } from '../../context/next.ts'
import {
  actorOf,
  isSignedIn,
  ofOwnPlayer,
  type PageContext,
  type PlayerPageContext,
  type SignedInPageContext,
} from '../../context/page-context.ts'
import type { Site } from '../../context/site.ts'
import type { Page, PageAnswer } from '../../page/page.ts'
import type { Pages } from '../../page/page-scope.ts'
import { pathParameter } from '../../page/path-parameter.ts'
import { confirmed, confirmPage, confirmRefusal } from '../security/confirm.ts'
import { mailedPath } from '../security/confirm-by-mail.ts'
import { askingOf } from '../security/step-up.ts'
import { isConfirmation } from '../sign-in/register-confirm.ts'
import { keepProof } from '../sign-in/second-step.ts'
import { beginSession, nextOf } from '../sign-in/sign-in.ts'
import { registrationOf } from './choose-username.ts'
import { failedSignIn } from './failure.ts'
import { linkRefusal } from './identities.ts'
import { forgetSignIn, type KeptSignIn, keepIdentity, keptSignIn } from './kept.ts'
import { startOf } from './links.ts'

type Answer = Parameters<typeof proveIdentity>[1] & { begun: KeptSignIn | undefined }

/** Returns the page of linked accounts. */
type ShowLinked = (context: Context, site: Site, page: PlayerPageContext) => Promise<Page>

export function providerCallback({ site, get }: Pages, context: Context, linked: ShowLinked): void {
  get(`${startOf(':name')}/callback`, async (page): Promise<PageAnswer> => {
    const { request } = page
    const [, query = ''] = request.url.split(/\?(.*)/s)
    const answer: Answer = {
      provider: pathParameter(page, 'name'),
      begun: keptSignIn(context, page),
      parameters: new URLSearchParams(query),
      address: request.ip,
    }
    // An answer to something else leaves the sign-in alone: another site can make the browser send it.
    if (isAnswerTo(context, answer.begun, answer)) forgetSignIn(context, page)
    const { session, stepUp } = answer.begun ?? {}
    if (session === undefined) return signIn(context, site, page, answer)
    return stepUp === undefined
      ? link(context, site, page, answer, linked)
      : confirm(context, site, page, answer, stepUp)
  })
}

async function signIn(context: Context, site: Site, page: PageContext, answer: Answer): Promise<PageAnswer> {
  const { begun, provider: name } = answer
  try {
    const proved = await proveIdentity(context, answer)
    const next = nextOf(context, site, begun?.next ?? '')
    const signedIn = await signInAsLinked(context, proved, page.request.ip)
    if (!signedIn) {
      requireRegistration(context, proved, page.account)
      const groups = valuesOfGroups(proved.provider, proved.identity.groups)
      keepIdentity(context, page, proved.provider, { ...proved.identity, groups })
      // Somebody who has registered in another browser, and opened the mailed link in this one.
      if (begun?.next !== undefined && isConfirmation(site, begun.next)) return { next: begun.next }
      return { to: pathWithNext(registrationOf(name, begun?.invite), begun?.next) }
    }
    if ('account' in signedIn) return await beginSession(context, page, signedIn, next)
    await keepProof(context, page, signedIn)
    return { to: pathWithNext('/sign-in/code', next) }
  } catch (error) {
    return failedSignIn(context, site, page, error, { name, next: begun?.next })
  }
}

async function link(
  context: Context,
  site: Site,
  page: PageContext,
  answer: Answer,
  linked: ShowLinked,
): Promise<PageAnswer> {
  try {
    requireOwn(page, answer)
    const proved = await proveIdentity(context, answer, page.account)
    await linkIdentity(context, actorOf(page), page.account, proved)
    const { provider, identity } = proved
    const said = { provider, subject: identity.subject, values: identity.groups }
    await followGroups(context, accountActor(page.account, page.request.ip), said, page.account)
    return { to: '/account/linked', flash: 'linked.identityLinked' }
  } catch (error) {
    if (!isSignedIn(page))
      return failedSignIn(context, site, page, error, { name: answer.provider, next: undefined })
    const refusal = await linkRefusal(context, page, error, answer.provider)
    return {
      ...(await linked(context, site, ofOwnPlayer(page))),
      ...refusal,
      here: site.href('/account/linked'),
    }
  }
}

/** Requires that the form that began it was this session's. Throws Refused `sign_in_state_unknown`. */
function requireOwn(page: PageContext, { begun }: Answer): asserts page is SignedInPageContext {
  if (!isSignedIn(page) || page.session.id !== begun?.session) {
    throw new Refused('sign_in_state_unknown', { about: page.account })
  }
}

async function confirm(
  context: Context,
  site: Site,
  page: PageContext,
  answer: Answer,
  asked: StepUpForm,
): Promise<PageAnswer> {
  const { provider: name } = answer
  try {
    requireOwn(page, answer)
    const proved = await proveIdentity(context, answer, page.account)
    const outcome = await stepUpByProvider(context, askingOf(page, asked), proved)
    return outcome === 'proved' ? confirmed(asked) : { to: mailedPath(asked) }
  } catch (error) {
    if (!isSignedIn(page)) return failedSignIn(context, site, page, error, { name, next: undefined })
    return confirmPage(context, site, page, asked, await confirmRefusal(context, page, error, name))
  }
}
