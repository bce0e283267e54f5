// A deleted group comes back with its members and its shelf (docs/decisions/0174-undo.md).
import { maxGroups } from '../../model/community/group.ts'
import { tooMany } from '../../model/errors/families.ts'
import type { AuditEvent } from '../../model/records/audit.ts'
import { countGroups, insertGroup } from '../../storage/community/groups.ts'
import { lockMembers, restoreMembers } from '../../storage/community/members.ts'
import type { Transaction } from '../../storage/engine/database.ts'
import { accountsOfPart } from '../../storage/records/deletions.ts'
import type { ShelfTextureRow } from '../../storage/schema/rows/wardrobe.ts'
import { nobody, storeFiles } from '../../storage/textures/textures.ts'
import { insertShelfTexture } from '../../storage/wardrobe/shelf-textures.ts'
import { dressAgain } from '../../storage/wardrobe/shelf-wearers.ts'
import { mayPutOn } from '../../storage/wardrobe/taken-down.ts'
import type { ChangeContext } from '../context.ts'
import type { KeptGroup } from './groups.ts'

/**
 * Brings a group back with those members who still have an account, and its shelf with what has a file or was taken down.
 * Throws Refused `too_many`, and UniqueViolation.
 */
export async function restoreGroup(
  context: ChangeContext,
  tx: Transaction,
  { id, content }: { id: string; content: string },
): Promise<AuditEvent> {
  const { group, shelf }: KeptGroup = JSON.parse(content)
  if ((await countGroups(tx)) >= maxGroups) throw tooMany('group', maxGroups)
  await insertGroup(tx, group)
  await lockMembers(tx, await accountsOfPart(tx, id, 'member'))
  const members = await restoreMembers(tx, id, group.name)
  const worn = await restoreShelf(context, tx, shelf)
  if (worn.length > 0) await dressAgain(tx, id, group.name, worn)
  const details = { group: group.name, members: members.length }
  return { event: 'group.restored', account: null, details }
}

/** Returns the ids of the textures that may be worn. */
async function restoreShelf(
  { clock }: ChangeContext,
  tx: Transaction,
  shelf: readonly ShelfTextureRow[],
): Promise<string[]> {
  const now = clock()
  const worn: string[] = []
  // In one order for all, as in storeFiles.
  for (const row of shelf.toSorted((a, b) => (a.hash < b.hash ? -1 : 1))) {
    const isAllowed = await mayPutOn(tx, row.hash)
    if (isAllowed && !(await storeFiles(tx, nobody, [{ hash: row.hash }], { now, recent: now }))) continue
    await insertShelfTexture(tx, row)
    if (isAllowed) worn.push(row.id)
  }
  return worn
}
