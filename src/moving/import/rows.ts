import { maxPlayers } from '../../domain/characters/players.ts'
import {
  countsOfCharacters,
  lockOwners,
  makeAllPrimary,
  type OwnerRow,
} from '../../storage/accounts/all-characters.ts'
import { type Queries, reads, type Transaction } from '../../storage/engine/database.ts'
import { insertOfRows } from '../../storage/engine/insert-of-rows.ts'
import type { AccountRow, NameClaimRow, UsernameHistoryRow } from '../../storage/schema/rows/accounts.ts'
import type { GroupMemberRow } from '../../storage/schema/rows/community.ts'
import type { LinkedIdentityRow } from '../../storage/schema/rows/providers.ts'
import { looseObject, takeObject } from '../../storage/textures/loose-objects.ts'
import type { TextureFile } from '../../storage/textures/textures.ts'
import { takenDownOf } from '../../storage/wardrobe/taken-down.ts'
import { takeOffCapes, takeOffSkins } from '../../storage/wardrobe/wearers.ts'

/** An existing account that holds one of the keys of an account to be imported, or a visitor with its UUID. */
export type HolderRow = Pick<
  AccountRow,
  'id' | 'username' | 'username_folded' | 'email' | 'email_folded' | 'owner_id' | 'primary_id'
>

/** Names and addresses in their folded form. */
export interface AccountKeys {
  ids: readonly string[]
  usernames: readonly string[]
  emails: readonly string[]
}

const columns = 'id, username, username_folded, email, email_folded, owner_id, primary_id'

// A union rather than `or`, so that each part is a search in its own index.
const holders = reads<HolderRow>(
  'account_holders',
  `select ${columns} from account where id = any_of($1)
   union select ${columns} from account where username_folded = any_of($2)
   union select ${columns} from account where email_folded = any_of($3)
   union select uuid, name, '', null, null, null, null from visitor where uuid = any_of($1)`,
)

export function holdersOf(db: Queries, { ids, usernames, emails }: AccountKeys): Promise<HolderRow[]> {
  return db.run(holders, [ids, usernames, emails])
}

export interface ImportedTexture extends TextureFile {
  wornBy: string
  wornAt: number
}

/** `player_id` gave the name up, and it is held for `account_id`. */
export type NameHoldRow = Omit<NameClaimRow, 'visitor_id'> & { account_id: string; player_id: string }

export type ImportedLink = Pick<LinkedIdentityRow, 'provider' | 'subject' | 'account_id'>

/** Returns a text that no other identity has. */
export const keyOfIdentity = ({ provider, subject }: Pick<ImportedLink, 'provider' | 'subject'>): string =>
  `${provider} ${subject}`

export interface NewAccounts {
  /** Accounts and characters. */
  rows: readonly AccountRow[]
  /** The UUIDs of those characters that are to be primary players. */
  primaries: ReadonlySet<string>
  names: readonly UsernameHistoryRow[]
  holds: readonly NameHoldRow[]
  members: readonly GroupMemberRow[]
  links: readonly ImportedLink[]
  textures: readonly ImportedTexture[]
}

const accountColumns = [
  'id',
  'username',
  'username_folded',
  'offline_uuid',
  'offline_uuid_lower',
  'email',
  'email_folded',
  'email_confirmed',
  'password_hash',
  'credentials_version',
  'secrets_version',
  'language',
  'totp_secret',
  'totp_since',
  'skin_hash',
  'skin_model',
  'cape_hash',
  'suspended_at',
  'suspended_until',
  'suspension_reason',
  'created_at',
  'deletes_at',
  'roles',
  'group_names',
  'owner_id',
] as const satisfies (keyof AccountRow)[]

const nameColumns = ['account_id', 'username', 'changed_at'] as const satisfies (keyof UsernameHistoryRow)[]

const insertNewAccounts = insertOfRows<Pick<AccountRow, 'id'>>(
  'account',
  accountColumns,
  'on conflict do nothing returning id',
)
const insertNames = insertOfRows('username_history', nameColumns, 'on conflict do nothing')

const holdColumns = ['name_key', 'kind', 'account_id', 'until'] as const satisfies (keyof NameClaimRow)[]
const insertHolds = insertOfRows('name_claim', holdColumns, 'on conflict do nothing')

/**
 * Inserts accounts or characters, and returns the ids of those that were added. The others have an id, username or email
 * address that is taken, possibly by another one of them.
 */
export async function insertAccounts(tx: Transaction, rows: readonly AccountRow[]): Promise<string[]> {
  const added = await insertNewAccounts(
    tx,
    rows.map((row) => accountColumns.map((column) => row[column])),
  )
  return added.map(({ id }) => id)
}

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

/** Inserts names, holds and textures of those accounts and characters that were added. */
export async function insertBelongings(
  tx: Transaction,
  ids: ReadonlySet<string>,
  { names, holds, textures }: Pick<NewAccounts, 'names' | 'holds' | 'textures'>,
): Promise<void> {
  await insertNames(
    tx,
    names
      .filter(({ account_id }) => ids.has(account_id))
      .map((row) => nameColumns.map((column) => row[column])),
  )
  await insertHolds(
    tx,
    holds
      .filter(({ player_id }) => ids.has(player_id))
      .map((row) => holdColumns.map((column) => row[column])),
  )
  await insertTextures(
    tx,
    textures.filter(({ wornBy }) => ids.has(wornBy)),
  )
}

/** Stores the files, and takes off those of the new accounts that were taken down while the import was under way. */
async function insertTextures(tx: Transaction, textures: readonly ImportedTexture[]): Promise<void> {
  const byHash = new Map(textures.map((texture) => [texture.hash, texture]))
  for (const hash of await takenDownOf(tx, [...byHash.keys()])) {
    await takeOffSkins(tx, hash)
    await takeOffCapes(tx, hash)
    byHash.delete(hash)
  }
  if (byHash.size === 0) return
  // All transactions lock textures in the same order. Otherwise a player who sets one of these at this moment and this
  // import might wait for each other.
  const sorted = [...byHash.values()].sort((a, b) => (a.hash < b.hash ? -1 : 1))
  const inStore = new Set<string>()
  for (const { hash, place } of sorted) if (place === 's3' && (await takeObject(tx, hash))) inStore.add(hash)
  const rows = sorted.map(({ hash, png, wornBy, wornAt }) => {
    const isInStore = inStore.has(hash)
    return {
      hash,
      png: isInStore ? '' : png.toString('base64'),
      place: isInStore ? ('s3' as const) : ('database' as const),
      bytes: isInStore ? png.length : null,
      unworn_since: null,
      worn_by: wornBy,
      worn_at: wornAt,
    }
  })
  const stored = await tx.query
    .insertInto('texture')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('hash').doUpdateSet((row) => ({
        unworn_since: null,
        worn_by: row.ref('excluded.worn_by'),
        worn_at: row.ref('excluded.worn_at'),
      })),
    )
    .returning(['hash', 'place'])
    .execute()
  // Somebody has uploaded the same pixels meanwhile, whose row has its file.
  for (const { hash, place } of stored)
    if (place === 'database' && inStore.has(hash)) await looseObject(tx, hash)
}
