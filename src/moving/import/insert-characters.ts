import { maxPlayers } from '../../domain/characters/players.ts'
import {
  countsOfCharacters,
  lockOwners,
  makeAllPrimary,
  type OwnerRow,
} from '../../storage/accounts/all-characters.ts'
import type { Transaction } from '../../storage/engine/database.ts'
import type { AccountRow } from '../../storage/schema/schema.ts'
import { insertAccounts } from './rows.ts'

/**
 * Inserts those characters whose account is there, is not a character itself and has room, with what they have from it. Returns the
 * ids of those that were added, and those of `primaries` that have become primary players.
 */
export async function insertCharacters(
  tx: Transaction,
  rows: readonly AccountRow[],
  primaries: ReadonlySet<string>,
): Promise<{ added: string[]; chosen: AccountRow[] }> {
  if (rows.length === 0) return { added: [], chosen: [] }
  const ownerIds = [...new Set(rows.flatMap(({ owner_id }) => owner_id ?? []))]
  const owners = new Map((await lockOwners(tx, ownerIds)).map((owner) => [owner.id, owner]))
  // Only now, because two imports may give characters to one account.
  const counts = await countsOfCharacters(tx, ownerIds)
  const players = new Map(counts.map(({ owner_id, characters }) => [owner_id, 1 + characters]))
  const chosen: AccountRow[] = []
  const admitted = rows.flatMap((row) => {
    const owner = owners.get(row.owner_id ?? '')
    const count = players.get(owner?.id ?? '') ?? 1
    if (!owner || owner.owner_id !== null || count >= maxPlayers) return []
    const character = ofOwner(row, owner)
    if (primaries.has(row.id)) {
      if (owner.primary_id !== null && owner.primary_id !== owner.id) return []
      owner.primary_id = row.id
      // A player that will be deleted before its account gives that up at once.
      if (character.deletes_at === owner.deletes_at) chosen.push(character)
    }
    players.set(owner.id, count + 1)
    return [character]
  })
  const added = await insertAccounts(tx, admitted)
  const isAdded = new Set(added)
  const primary = chosen.filter(({ id }) => isAdded.has(id))
  if (primary.length > 0)
    await makeAllPrimary(
      tx,
      primary.map(({ id }) => id),
    )
  return { added, chosen: primary }
}

const ofOwner = (row: AccountRow, { language, group_names, deletes_at }: OwnerRow): AccountRow => ({
  ...row,
  language,
  group_names,
  deletes_at: row.deletes_at ?? deletes_at,
})
