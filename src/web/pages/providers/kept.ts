// What a browser keeps of a sign-in at a provider, sealed: first what was begun, then who somebody is there.
import type { Context } from '../../../domain/context.ts'
import { type BegunSignIn, signInTimeoutMs } from '../../../domain/identities/begin.ts'
import type { StepUpForm } from '../../../domain/step-up/forms.ts'
import { minuteMs } from '../../../lib/measure/units.ts'
import type { Provider, ProviderIdentity } from '../../../model/community/provider.ts'
import { clearCookie, readCookie, setCookie } from '../../context/cookies.ts'
import type { PageContext } from '../../context/page-context.ts'

/** Browsers drop cookies of more than 4096 bytes, name and attributes included. */
const maxCookieLength = 3800

type SealedPlace = Parameters<Context['formSeals']['seal']>[1]

/** The time to choose a username. */
const identityKeptMs = 30 * minuteMs

/** A sign-in that this browser has begun. */
export interface KeptSignIn extends BegunSignIn {
  /** The full path to continue to. */
  next?: string | undefined
  /** The code of an invite with which the visitor came. */
  invite?: string | undefined
  /** The session that sent the form, if this is to link the account at the provider. */
  session?: string | undefined
  /** The form for which that session proves again who it is. Nothing is linked then. */
  stepUp?: StepUpForm | undefined
}

/** Keeps a sign-in. What is too long for a cookie is left out: the path, which can be as long as one. */
export function keepSignIn(context: Context, page: PageContext, kept: KeptSignIn): void {
  const { next, ...short } = kept
  const sealed = [{ ...short, next }, short].map((each) => seal(context, each, 'sign-in at a provider'))
  const fitting = sealed.find(({ length }) => length <= maxCookieLength)
  if (fitting !== undefined) setCookie(context, page.reply, 'provider', fitting, signInTimeoutMs)
}

export const keptSignIn = (context: Context, { request }: PageContext): KeptSignIn | undefined =>
  opened(context, readCookie(context, request, 'provider'), 'sign-in at a provider') as KeptSignIn | undefined

export const forgetSignIn = (context: Context, { reply }: PageContext): void =>
  clearCookie(context, reply, 'provider')

/** Somebody at a provider who has no account yet. */
export interface KeptIdentity {
  provider: string
  /** The provider's `createdAt`. */
  since: number
  subject: string
  username?: string | undefined
  email?: string | undefined
  isEmailVerified: boolean
  /** The values of the claim that mean a group. */
  groups?: readonly string[] | undefined
  /** The guild in which they are roles. */
  guild?: string | null
  /** In epoch milliseconds. */
  until: number
}

/** Keeps who somebody is, for this browser alone. What is too long for a cookie is left out: groups, which
 * the next sign-in tells again, a name, an address. */
export function keepIdentity(
  context: Context,
  page: PageContext,
  { name: provider, createdAt: since, guild }: Pick<Provider, 'name' | 'createdAt' | 'guild'>,
  { subject, username, email, isEmailVerified, groups }: ProviderIdentity,
): void {
  const least = { provider, since, subject, isEmailVerified: false, until: context.clock() + identityKeptMs }
  const named = { ...least, username, email, isEmailVerified }
  const given = [{ ...named, groups, guild }, named, { ...least, email, isEmailVerified }, least]
  const fitting = given
    .map((each) => seal(context, each, 'proved identity'))
    .find(({ length }) => length <= maxCookieLength)
  if (fitting !== undefined) setCookie(context, page.reply, 'identity', fitting, identityKeptMs)
}

export function keptIdentity(context: Context, { request }: PageContext): KeptIdentity | undefined {
  const sealed = readCookie(context, request, 'identity')
  const kept = opened(context, sealed, 'proved identity') as KeptIdentity | undefined
  return kept && kept.until > context.clock() ? kept : undefined
}

export const forgetIdentity = (context: Context, { reply }: PageContext): void =>
  clearCookie(context, reply, 'identity')

const seal = ({ formSeals }: Context, content: object, place: SealedPlace): string =>
  formSeals.seal(Buffer.from(JSON.stringify(content)), place)

function opened({ formSeals }: Context, sealed: string | undefined, place: SealedPlace): object | undefined {
  const content = sealed === undefined ? undefined : formSeals.open(sealed, place)
  return content && JSON.parse(content.toString())
}
