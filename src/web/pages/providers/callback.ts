// GET /sign-in/with/{name}/callback: the browser comes back from the provider.
import type { Context } from '../../../domain/context.ts'
import { linkIdentity } from '../../../domain/identities/link.ts'
import { followGroups, valuesOfGroups } from '../../../domain/identities/memberships.ts'
import { requireRegistration } from '../../../domain/identities/newcomer.ts'
import { isAnswerTo, proveIdentity } from '../../../domain/identities/prove.ts'
import { signInAsLinked } from '../../../domain/identities/sign-in.ts'
import { Refused } from '../../../model/errors/refusal.ts'
import { pathWithNext } from '../../context/next.ts'
import {
  actorOf,
  isSignedIn,
  type PageContext,
  type SignedInPageContext,
} from '../../context/page-context.ts'
import type { Site } from '../../context/site.ts'
import type { Page, PageAnswer } from '../../page/page.ts'
import type { Pages } from '../../page/page-scope.ts'
import { pathParameter } from '../../page/path-parameter.ts'
import { keepProof } from '../sign-in/second-step.ts'
import { beginSession, nextOf } from '../sign-in/sign-in.ts'
import { registrationOf } from './choose-username.ts'
import { failedSignIn } from './failure.ts'
import { linkRefusal } from './identities.ts'
import { forgetSignIn, type KeptSignIn, keepIdentity, keptSignIn } from './kept.ts'
import { startOf } from './links.ts'

type Answer = Parameters<typeof proveIdentity>[1] & { begun: KeptSignIn | undefined }

/** Returns the page of linked accounts. */
type ShowLinked = (context: Context, site: Site, page: SignedInPageContext) => Promise<Page>

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
    return answer.begun?.session === undefined
      ? signIn(context, site, page, answer)
      : link(context, site, page, answer, linked)
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
    // The form that began it was this session's.
    if (!isSignedIn(page) || page.session.id !== answer.begun?.session) {
      throw new Refused('sign_in_state_unknown', { about: page.account })
    }
    const proved = await proveIdentity(context, answer, page.account)
    await linkIdentity(context, actorOf(page), page.account, proved)
    const { provider, identity } = proved
    await followGroups(context, provider, identity.groups, page.account, page.request.ip)
    return { to: '/account/linked', flash: 'linked.identityLinked' }
  } catch (error) {
    if (!isSignedIn(page))
      return failedSignIn(context, site, page, error, { name: answer.provider, next: undefined })
    const refusal = await linkRefusal(context, page, error, answer.provider)
    return { ...(await linked(context, site, page)), ...refusal, here: site.href('/account/linked') }
  }
}
