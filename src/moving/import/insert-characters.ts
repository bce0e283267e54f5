import {
  countsOfCharacters,
  lockOwners,
  makeAllPrimary,
  type OwnerRow,
} from '../../storage/accounts/moved-characters.ts'
import type { Transaction } from '../../storage/engine/database.ts'
import type { AccountRow } from '../../storage/schema/schema.ts'
import { mostPlayers } from './compare.ts'
import { insertAccounts } from './rows.ts'

/**
 * Inserts those characters whose account is there, is none itself and has room, with what they have from it. Returns the
 * ids of those that were added, of which `primaries` become the primary players.
 */
export async function insertCharacters(
  tx: Transaction,
  rows: readonly AccountRow[],
  primaries: ReadonlySet<string>,
): Promise<string[]> {
  if (rows.length === 0) return []
  const ownerIds = [...new Set(rows.flatMap(({ owner_id }) => owner_id ?? []))]
  const owners = new Map((await lockOwners(tx, ownerIds)).map((owner) => [owner.id, owner]))
  // Only now, because two imports may give characters to one account.
  const counts = await countsOfCharacters(tx, ownerIds)
  const players = new Map(counts.map(({ owner_id, characters }) => [owner_id, 1 + characters]))
  const chosen: AccountRow[] = []
  const admitted = rows.flatMap((row) => {
    const owner = owners.get(row.owner_id ?? '')
    const count = players.get(owner?.id ?? '') ?? 1
    if (!owner || owner.owner_id !== null || count >= mostPlayers) return []
    const character = ofOwner(row, owner)
    if (primaries.has(row.id)) {
      if (owner.primary_id !== null && owner.primary_id !== owner.id) return []
      owner.primary_id = row.id
      // A player that will be deleted before its account is none to sign in.
      if (character.deletes_at === owner.deletes_at) chosen.push(character)
    }
    players.set(owner.id, count + 1)
    return [character]
  })
  const added = await insertAccounts(tx, admitted)
  const isAdded = new Set(added)
  const ids = chosen.flatMap(({ id }) => (isAdded.has(id) ? id : []))
  if (ids.length > 0) await makeAllPrimary(tx, ids)
  return added
}

const ofOwner = (row: AccountRow, { language, group_names, deletes_at }: OwnerRow): AccountRow => ({
  ...row,
  language,
  group_names,
  deletes_at: row.deletes_at ?? deletes_at,
})
