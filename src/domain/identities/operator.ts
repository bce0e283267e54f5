import type { Account } from '../../model/accounts/account.ts'
import type { Actor } from '../../model/accounts/actor.ts'
import { isSubject, maxSubjectLength } from '../../model/community/provider.ts'
import { malformed, noSuch } from '../../model/errors/families.ts'
import { Refused } from '../../model/errors/refusal.ts'
import type { ChangeContext, SecretContext } from '../context.ts'
import { findProvider } from '../providers/providers.ts'
import { linkIdentity } from './link.ts'
import { unlinkIdentity } from './unlink.ts'

/**
 * Links an account to a subject that an operator names. Throws Refused `unknown`, `malformed`, `subject_linked`,
 * `identity_another`, `identities_too_many`, `account_only`.
 */
export async function linkSubject(
  context: ChangeContext & SecretContext,
  by: Actor,
  account: Pick<Account, 'id'>,
  { provider: name, subject }: { provider: string; subject: string },
): Promise<void> {
  const provider = await findProvider(context, name)
  if (!isSubject(subject)) throw malformed('subject', `1 to ${maxSubjectLength} characters on one line`)
  const identity = { subject, username: undefined, email: undefined, isEmailVerified: false }
  await linkIdentity(context, by, account, { provider, identity }).catch((error: unknown) => {
    throw error instanceof Refused && error.reason === 'provider_gone' ? noSuch('provider') : error
  })
}

/** Unlinks an account from a provider. Throws Refused `unknown`, `last_way_in`, `account_only`. */
export async function unlinkProvider(
  context: ChangeContext,
  by: Actor,
  account: Pick<Account, 'id'>,
  name: string,
): Promise<void> {
  const provider = await findProvider(context, name)
  await unlinkIdentity(context, by, account, provider.name)
}
