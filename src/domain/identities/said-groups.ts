// What a provider has said of the groups of somebody whose registration waits for its email.
import type { Actor } from '../../model/accounts/actor.ts'
import type { Provider } from '../../model/community/provider.ts'
import { providerByName } from '../../storage/community/providers.ts'
import type { RegistrationRow } from '../../storage/schema/rows/accounts.ts'
import type { ChangeContext } from '../context.ts'
import { toProvider } from '../providers/rows.ts'
import { followGroups } from './memberships.ts'
import type { Newcomer } from './newcomer.ts'

interface WaitingGroups {
  /** The values of the claim that mean a group, or roles. */
  values: readonly string[]
  /** The guild in which they are roles. A bot may be asked about another one since. */
  guild: string | null
}

/** Returns the text that is stored; null if the provider said nothing of use. */
export function saidGroupsOf({
  provider: { guild },
  identity: { groups: values },
}: {
  provider: Pick<Provider, 'guild'>
  identity: Newcomer
}): string | null {
  return values === undefined ? null : JSON.stringify({ values, guild } satisfies WaitingGroups)
}

/** Makes the memberships that the provider has said, by the map of today, for an account that exists now. */
export async function followSaidGroups(
  context: ChangeContext,
  by: Actor,
  { provider: name, subject, said_groups }: Pick<RegistrationRow, 'provider' | 'said_groups' | 'subject'>,
  account: { id: string },
): Promise<void> {
  if (name === null || subject === null || said_groups === null) return
  const row = await providerByName(context.db, name)
  if (!row) return
  const { guild, values }: WaitingGroups = JSON.parse(said_groups)
  await followGroups(context, by, { provider: { ...toProvider(row), guild }, subject, values }, account)
}
