import { interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider'
import type { ReadContext, SiteContext } from '../../../domain/context.ts'
import { maySignInTo } from '../../../domain/oauth/membership.ts'
import { hintsAtAnother, hintsAtOwnPlayer } from './agreement.ts'
import { groupsMetadata } from './client-metadata.ts'
import { currentFlow } from './flow.ts'

const { Check, Prompt, base } = interactionPolicy

/** Returns the library's prompts: its own for signing in, ours for consent, as the contract defines it. */
export function promptsOf(context: ReadContext) {
  const { db } = context
  const policy = base()
  policy.remove('consent')
  const hint = policy.get('login')?.checks.get('id_token_hint')
  if (hint) {
    const { check } = hint
    hint.check = async (ctx) => (await check(ctx)) && !(await hintsAtOwnPlayer(context, ctx))
  }
  const isNoMember = async ({ oidc }: KoaContextWithOIDC): Promise<boolean> => {
    const { client, session } = oidc
    if (!client || session?.accountId === undefined) return false
    const groups = client.metadata()[groupsMetadata]
    return !(await maySignInTo(db, { groups: Array.isArray(groups) ? groups : [] }, session.accountId))
  }
  const consent = new Prompt(
    { name: 'consent', requestable: true },
    new Check('not_permitted', 'the person is in none of the groups', 'access_denied', isNoMember),
    new Check('not_agreed', 'the person has not agreed to this', 'consent_required', needsConsent),
  )
  // For offline_access we add prompt=consent to each request, which alone is not a reason to ask.
  consent.checks.remove('consent_prompt')
  policy.add(consent)
  return policy
}

/** Public clients ask each time, since any program can claim to be one (RFC 8252, section 8.6). */
function needsConsent(ctx: KoaContextWithOIDC): boolean {
  const { oidc } = ctx
  if (oidc.result?.consent) return false
  if (hintsAtAnother(ctx)) return true
  if (oidc.client?.clientAuthMethod === 'none' || currentFlow().asksConsent) return true
  const agreed = new Set((oidc.entities.Grant?.getOIDCScope() ?? '').split(' '))
  return [...oidc.requestParamOIDCScopes].some((scope) => !agreed.has(scope))
}

/** Returns the path of the page that asks the person. */
export function askUrl(
  { baseUrl }: SiteContext,
  { oidc }: KoaContextWithOIDC,
  { prompt, uid }: { prompt: { name: string }; uid: string },
): string {
  if (prompt.name === 'consent') return `${baseUrl()}/oauth2/consent/${uid}`
  const base = new URL(baseUrl())
  const next = `${base.pathname.replace(/\/$/, '')}/oauth2/authorize?${onceSignedIn(oidc.params ?? {}).toString()}`
  const asked = new URLSearchParams({ next })
  // A person who is signed in has to prove again who they are.
  if (oidc.session?.accountId !== undefined) asked.set('again', '1')
  const hint = oidc.params?.['login_hint']
  if (typeof hint === 'string' && hint.length <= maxHintLength) asked.set('login', hint)
  return `${baseUrl()}/sign-in?${asked.toString()}`
}

/** Usernames and email addresses are not longer. */
const maxHintLength = 254

const justNowS = 60

/** Returns the request without the parts that a fresh sign-in has answered. */
function onceSignedIn(params: object): URLSearchParams {
  const asked = new URLSearchParams()
  for (const [name, value] of Object.entries(params)) if (typeof value === 'string') asked.set(name, value)
  // Only we may have asked for consent, in the application's name.
  const isOver = (prompt: string) =>
    prompt === 'login' || (prompt === 'consent' && !currentFlow().asksConsent)
  const prompts = (asked.get('prompt') ?? '').split(' ').filter((prompt) => prompt !== '' && !isOver(prompt))
  if (prompts.length > 0) asked.set('prompt', prompts.join(' '))
  else asked.delete('prompt')
  const maxAge = asked.get('max_age')
  // Otherwise the time would be up before the person is back.
  if (maxAge !== null) asked.set('max_age', String(Math.max(justNowS, Number(maxAge))))
  return asked
}
