import type { Provider } from '../../model/community/provider.ts'
import { Refused } from '../../model/errors/refusal.ts'
import { holdProvider, providerByName } from '../../storage/community/providers.ts'
import type { Transaction } from '../../storage/engine/database.ts'
import { providerSecretPlace } from '../../storage/schema/encryption.ts'
import type { ProviderContext, ReadContext, SecretContext } from '../context.ts'
import { toProvider } from '../providers/rows.ts'

/** Returns the providers through which people sign in here, in the order of their names, as they were a second ago. */
export const offeredProviders = async ({ knownProviders }: ProviderContext): Promise<Provider[]> =>
  (await knownProviders.all()).map(toProvider)

/** Returns one of them. Throws Refused `provider_gone`. */
export async function offeredProvider(context: ProviderContext, name: string): Promise<Provider> {
  const provider = (await offeredProviders(context)).find((each) => each.name === name)
  if (!provider) throw new Refused('provider_gone')
  return provider
}

/** Returns a provider as it is now, with the secret of its client. Throws Refused `provider_gone`. */
export async function providerWithSecret(
  { db, secrets }: ReadContext & SecretContext,
  name: string,
): Promise<{ provider: Provider; secret: string }> {
  const row = await providerByName(db, name)
  if (!row) throw new Refused('provider_gone')
  return {
    provider: toProvider(row),
    secret: await secrets.open(db, providerSecretPlace(name), row.client_secret),
  }
}

/**
 * Makes sure that a provider is there until the transaction ends, and is not another one that has its name now. Throws
 * Refused `provider_gone`.
 */
export async function requireProvider(
  tx: Transaction,
  { name, createdAt }: Pick<Provider, 'name'> & Partial<Pick<Provider, 'createdAt'>>,
): Promise<void> {
  const held = await holdProvider(tx, name, 'for key share')
  if (!held || (createdAt ?? held.created_at) !== held.created_at) throw new Refused('provider_gone')
}
