import type { Actor } from '../../model/accounts/actor.ts'
import { type Group, type GroupMember, maxGroups, readColour } from '../../model/community/group.ts'
import { noSuch, requireRule, requireRules, tooMany } from '../../model/errors/families.ts'
import { type Changes, type Values, withChanges } from '../../model/fields/field.ts'
import { groupFields } from '../../model/fields/group.ts'
import {
  allGroups,
  type CountedGroupRow,
  countGroups,
  deleteGroupRow,
  groupByName,
  insertGroup,
  knownGroups,
  lockGroup,
  lockMembersOf,
  updateGroup,
} from '../../storage/community/groups.ts'
import { keepMembers, membersOf } from '../../storage/community/members.ts'
import type { Queries } from '../../storage/engine/database.ts'
import type { PlayerGroupRow } from '../../storage/schema/rows/community.ts'
import type { ShelfTextureRow } from '../../storage/schema/rows/wardrobe.ts'
import { giveToNobody } from '../../storage/textures/textures.ts'
import { allShelfTextures } from '../../storage/wardrobe/shelf-textures.ts'
import { undressWearers } from '../../storage/wardrobe/shelf-wearers.ts'
import { change, ifTakenBy } from '../change.ts'
import type { ChangeContext, ReadContext, SecretContext } from '../context.ts'
import type { StoreAnswer } from '../idempotency.ts'
import { endTokensOfFormerMembers } from '../oauth/membership.ts'
import { keepDeleted } from '../operation/deletions.ts'

type GroupFields = Changes<typeof groupFields>

export type CountedGroup = Group & { members: number }

/** A deleted group, without its members. */
export interface KeptGroup {
  group: PlayerGroupRow
  shelf: readonly ShelfTextureRow[]
}

/**
 * Creates a group. Throws Refused `malformed`, `taken`, `too_many`.
 */
export async function createGroup(
  context: ChangeContext,
  by: Actor,
  { name, title = name, colour = null, characters = null }: GroupFields & { name: string },
  keep?: StoreAnswer<CountedGroup>,
): Promise<CountedGroup> {
  requireRule('name', 'name', name)
  const row = { name, ...columnsOf({ title, colour, characters }), created_at: context.clock() }
  const group = { ...toGroup(row), members: 0 }
  return change(context, by, async (tx) => {
    if ((await countGroups(tx)) >= maxGroups) throw tooMany('group', maxGroups)
    await insertGroup(tx, row)
    await keep?.(tx, group)
    return { events: [{ event: 'group.created', account: null, details: { group: name } }], result: group }
  }).catch(ifTakenBy('group'))
}

/** Returns all groups in the order of their names. */
export async function listGroups({ db }: { db: Queries }): Promise<CountedGroup[]> {
  return (await allGroups(db)).map(toCounted)
}

/** Returns a group and its members, in the order of their names. Throws Refused `unknown`. */
export async function showGroup(
  { db }: ReadContext,
  name: string,
): Promise<{ group: CountedGroup; members: GroupMember[] }> {
  const row = await groupByName(db, name)
  if (!row) throw noSuch('group')
  return { group: toCounted(row), members: await membersOf(db, name) }
}

/**
 * Changes a group. Undefined fields stay as they are. Throws Refused `unknown`, `malformed`.
 */
export async function setGroup(
  context: ChangeContext,
  by: Actor,
  name: string,
  given: GroupFields,
): Promise<CountedGroup> {
  return change(context, by, async (tx) => {
    // Two changes at once are made one after the other, so that neither undoes the other.
    const row = (await lockGroup(tx, name, 'for update')) && (await groupByName(tx, name))
    if (!row) throw noSuch('group')
    const { title, colour, characters } = columnsOf(withChanges(groupFields, row, given))
    const result = toCounted({ ...row, title, colour, characters })
    if (title === row.title && colour === row.colour && characters === row.characters)
      return { events: [], result }
    await updateGroup(tx, name, title, colour, characters)
    return { events: [{ event: 'group.changed', account: null, details: { group: name } }], result }
  })
}

/**
 * Deletes a group, and takes what it has off its members. Servers and applications keep its name, which admits nobody.
 * Throws Refused `unknown`.
 */
export async function deleteGroup(
  context: ChangeContext & SecretContext,
  by: Actor,
  name: string,
): Promise<void> {
  await change(context, by, async (tx) => {
    const members = await lockMembersOf(tx, name)
    const counted = await groupByName(tx, name)
    if (!counted) throw noSuch('group')
    const { members: count, ...group } = counted
    const shelf = await allShelfTextures(tx, name)
    const content: KeptGroup = { group, shelf }
    const kept = await keepDeleted(context, tx, { kind: 'group', name, title: group.title }, content)
    await keepMembers(tx, kept, name)
    const [ids, hashes] = [shelf.map(({ id }) => id), shelf.map(({ hash }) => hash)]
    await undressWearers(tx, ids, kept)
    await deleteGroupRow(tx, name)
    // Otherwise, the next upload of somebody who has tried one on would delete its file.
    await giveToNobody(tx, hashes)
    await endTokensOfFormerMembers(tx, name, members)
    return { events: [{ event: 'group.deleted', account: null, details: { group: name, members: count } }] }
  })
}

/** Returns those of the names that belong to no group. */
export async function missingGroups(db: Queries, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return []
  const known = await knownGroups(db, names)
  return names.filter((name) => !known.has(name))
}

/** Throws Refused `unknown` unless all of the groups exist. */
export async function requireGroups(db: Queries, names: readonly string[]): Promise<void> {
  const [value] = await missingGroups(db, names)
  if (value !== undefined) throw noSuch('group', value)
}

function columnsOf(fields: Values<typeof groupFields>) {
  requireRules(groupFields, fields)
  const { title, colour, characters } = fields
  return { title, colour: colour === null ? null : (readColour(colour) ?? null), characters }
}

const toGroup = ({
  name,
  title,
  colour,
  characters,
  created_at,
}: Omit<CountedGroupRow, 'members'>): Group => ({
  name,
  title,
  colour,
  characters,
  createdAt: created_at,
})

const toCounted = (row: CountedGroupRow): CountedGroup => ({ ...toGroup(row), members: row.members })
