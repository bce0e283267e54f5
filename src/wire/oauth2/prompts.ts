import { interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider'
import type { Context } from '../../domain/context.ts'
import { maySignInTo } from '../../domain/oauth/membership.ts'
import { groupsMetadata } from './client-metadata.ts'
import { currentFlow } from './flow.ts'

const { Check, Prompt, base } = interactionPolicy

/** Signing in as the library has it; consent as the contract has it. */
export function promptsOf({ db }: Pick<Context, 'db'>) {
  const policy = base()
  policy.remove('consent')
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
  // offline_access has us add prompt=consent to each request, which is not yet a reason to ask.
  consent.checks.remove('consent_prompt')
  policy.add(consent)
  return policy
}

/** Public clients ask each time: anybody may say that he is one (RFC 8252, section 8.6). */
function needsConsent({ oidc }: KoaContextWithOIDC): boolean {
  if (oidc.result?.consent) return false
  if (oidc.client?.clientAuthMethod === 'none' || currentFlow().asksConsent) return true
  const agreed = new Set((oidc.entities.Grant?.getOIDCScope() ?? '').split(' '))
  return [...oidc.requestParamOIDCScopes].some((scope) => !agreed.has(scope))
}

/** The page that asks the person. */
export function askUrl(
  { baseUrl }: Pick<Context, 'baseUrl'>,
  { oidc }: KoaContextWithOIDC,
  { prompt, uid }: { prompt: { name: string }; uid: string },
): string {
  if (prompt.name === 'consent') return `${baseUrl()}/oauth2/consent/${uid}`
  const base = new URL(baseUrl())
  const next = `${base.pathname.replace(/\/$/, '')}/oauth2/authorize?${onceSignedIn(oidc.params ?? {}).toString()}`
  const asked = new URLSearchParams({ next })
  // Who is signed in has to prove it again.
  if (oidc.session?.accountId !== undefined) asked.set('again', '1')
  const hint = oidc.params?.['login_hint']
  if (typeof hint === 'string' && hint.length <= maxHintLength) asked.set('login', hint)
  return `${baseUrl()}/sign-in?${asked.toString()}`
}

/** A username or an e-mail address. */
const maxHintLength = 254

const justNowS = 60

/** The request, for when the person has just signed in: what asked for that is answered by it. */
function onceSignedIn(params: object): URLSearchParams {
  const asked = new URLSearchParams()
  for (const [name, value] of Object.entries(params)) if (typeof value === 'string') asked.set(name, value)
  // Consent may have been asked for by us, in the application's name.
  const isOver = (prompt: string) =>
    prompt === 'login' || (prompt === 'consent' && !currentFlow().asksConsent)
  const prompts = (asked.get('prompt') ?? '').split(' ').filter((prompt) => prompt !== '' && !isOver(prompt))
  if (prompts.length > 0) asked.set('prompt', prompts.join(' '))
  else asked.delete('prompt')
  const maxAge = asked.get('max_age')
  // Else it would be over by the time that the person is back.
  if (maxAge !== null) asked.set('max_age', String(Math.max(justNowS, Number(maxAge))))
  return asked
}
