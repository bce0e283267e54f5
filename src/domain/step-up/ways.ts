import type { Provider } from '../../model/community/provider.ts'
import { hasMaxAge } from '../../state/providers/presets.ts'
import { identitiesOfAccount } from '../../storage/sign-in/linked-identities.ts'
import { passkeysOf } from '../../storage/sign-in/passkeys.ts'
import type { ProviderContext, ReadContext, SiteContext } from '../context.ts'
import { offeredProviders } from '../identities/offered.ts'
import { relyingParty } from '../passkeys/relying-party.ts'
import { isOlderFactor } from '../sign-in/second-step.ts'
import type { Asking } from './forms.ts'

/** The proofs that an account has in place of the password. */
export interface Ways {
  passkey: boolean
  /** True if it has a second factor that is older than the session, which may have added a newer one. */
  code: boolean
  /** Providers where it is linked. */
  providers: readonly Provider[]
}

/** Returns the ways. Providers that never say when somebody signed in need a confirmed address as well. */
export async function waysOf(
  context: ReadContext & ProviderContext & SiteContext,
  { account, session }: Pick<Asking, 'account' | 'session'>,
): Promise<Ways> {
  const { db } = context
  const [passkeys, identities, providers] = await Promise.all([
    relyingParty(context) ? passkeysOf(db, account.id) : [],
    identitiesOfAccount(db, account.id),
    offeredProviders(context),
  ])
  return {
    passkey: passkeys.length > 0,
    code: isOlderFactor(account, session.startedAt),
    providers: providers.filter(
      (provider) =>
        identities.some((identity) => identity.provider === provider.name) &&
        (hasMaxAge(provider) || account.isEmailConfirmed),
    ),
  }
}

export const isAnyWay = ({ passkey, code, providers }: Ways): boolean =>
  passkey || code || providers.length > 0
