import type { Account } from '../../model/accounts/account.ts'
import type { Provider } from '../../model/community/provider.ts'
import { identitiesOfAccount } from '../../storage/sign-in/linked-identities.ts'
import type { ProviderContext, ReadContext } from '../context.ts'
import { offeredProviders } from './offered.ts'

/** An account at a provider that is linked to an account here. */
export interface LinkedIdentity {
  provider: Pick<Provider, 'name' | 'title' | 'preset'>
  /** The name there, or the subject if the provider tells none. */
  name: string
  /** Epoch milliseconds. */
  linkedAt: number
  lastSignInAt: number | undefined
}

/** Returns the identities of an account, and the providers of which it has none. */
export async function linkable(
  context: ReadContext & ProviderContext,
  { id }: Pick<Account, 'id'>,
): Promise<{ linked: LinkedIdentity[]; others: Provider[] }> {
  const providers = await offeredProviders(context)
  const rows = await identitiesOfAccount(context.db, id)
  return {
    linked: rows.map((row) => ({
      provider: providers.find(({ name }) => name === row.provider) ?? {
        name: row.provider,
        title: row.provider,
        preset: null,
      },
      name: row.name ?? row.subject,
      linkedAt: row.linked_at,
      lastSignInAt: row.last_sign_in_at ?? undefined,
    })),
    others: providers.filter(({ name }) => rows.every((row) => row.provider !== name)),
  }
}
