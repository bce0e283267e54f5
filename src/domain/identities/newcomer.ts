// Somebody at a provider who has no account here.
import { fold } from '../../lib/text/fold.ts'
import type { Account } from '../../model/accounts/account.ts'
import type { Provider, ProviderIdentity } from '../../model/community/provider.ts'
import { Refused } from '../../model/errors/refusal.ts'
import { accountByKey } from '../../storage/accounts/accounts.ts'
import type { ReadContext, SiteContext } from '../context.ts'
import { nameProblem } from '../names/rules.ts'
import { registrationBy } from '../registration/mode.ts'
import type { Proved } from './prove.ts'

/** The part of an identity that is kept until a username is chosen. */
export type Newcomer = Pick<ProviderIdentity, 'subject' | 'isEmailVerified'> &
  Partial<Pick<ProviderIdentity, 'username' | 'email' | 'groups'>>

/**
 * Throws Refused if nobody, or not this person, can register: `provider_not_linked` if somebody is signed in, who would
 * get a second account; `provider_registration_off`, `provider_guild_missing`.
 */
export function requireRegistration(
  context: ReadContext & SiteContext,
  { provider, identity }: Proved,
  signedIn: Pick<Account, 'id'> | undefined,
): void {
  if (signedIn) throw new Refused('provider_not_linked', { about: signedIn })
  const username = suggestedUsername(context, identity)
  const about = username === '' ? {} : { username }
  if (registrationBy(context, provider) === 'closed')
    throw new Refused('provider_registration_off', { about })
  const isMissing = provider.guildRequired && identity.isInGuild !== true
  if (isMissing) throw new Refused('provider_guild_missing', { about })
}

/** Returns the name at the provider as a username, or an empty text if it can't be one. */
export function suggestedUsername(
  context: ReadContext,
  { username = '' }: Pick<Newcomer, 'username'>,
): string {
  const name = username.replaceAll(/[.\- ]/g, '_')
  return nameProblem(context, name, { isPlayers: true }) ? '' : name
}

/** Folds the letters that no mailbox tells apart. `fold` makes the same of more: the Kelvin sign is a k for it. */
const withoutCase = (email: string): string => email.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())

/** Returns true if the provider proves that this address is the person's. */
export const isEmailProved = (
  provider: Provider,
  { email, isEmailVerified }: Newcomer,
  typed: string,
): boolean =>
  email !== undefined &&
  withoutCase(email) === withoutCase(typed) &&
  (provider.email === 'trust' || (provider.email === 'claim' && isEmailVerified))

/** Returns true if an account has the address that the provider proves, whose owner may know. */
export async function isOwnEmailKnown(
  { db }: ReadContext,
  provider: Provider,
  newcomer: Newcomer,
): Promise<boolean> {
  const { email } = newcomer
  if (email === undefined || !isEmailProved(provider, newcomer, email)) return false
  const known = await accountByKey(db, { column: 'email_folded', value: fold(email) })
  return typeof known?.email === 'string' && isEmailProved(provider, newcomer, known.email)
}
