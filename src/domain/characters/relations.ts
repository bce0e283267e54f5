import type { Account, Profile } from '../../model/accounts/account.ts'
import { familiesOf } from '../../storage/accounts/characters.ts'
import type { Queries } from '../../storage/engine/database.ts'
import { isSuspendedAt } from '../accounts/account-row.ts'
import type { ReadContext } from '../context.ts'

/** An account or a character, and those who belong to it. */
export interface Relations {
  /** The account that signs in this character. Undefined for an account. */
  owner: Profile | undefined
  /** The characters of this account, in the order of their UUIDs. */
  characters: Profile[]
  isPrimary: boolean
  /** Also true for a character of a suspended account. */
  isSuspended: boolean
}

/** Returns the relations of each of the accounts. */
export async function relationsOf(
  { clock, db }: Pick<ReadContext, 'clock'> & { db: Queries },
  accounts: readonly Account[],
): Promise<Relations[]> {
  const now = clock()
  const rows = await familiesOf(db, [...new Set(accounts.map(({ id, ownerId = id }) => ownerId))])
  const byId = new Map(rows.map((row) => [row.id, row]))
  const byOwner = Map.groupBy(rows, (row) => row.owner_id)
  return accounts.map(({ id, ownerId = id, suspension }) => {
    const owner = byId.get(ownerId)
    return {
      owner: owner && ownerId !== id ? profileOf(owner) : undefined,
      characters: (byOwner.get(id) ?? []).map(profileOf),
      isPrimary: (owner?.primary_id ?? ownerId) === id,
      isSuspended: suspension !== undefined || (owner !== undefined && isSuspendedAt(owner, now)),
    }
  })
}

const profileOf = ({ id, username }: Profile): Profile => ({ id, username })
