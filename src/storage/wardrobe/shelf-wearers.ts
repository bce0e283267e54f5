// The players that wear something because a group has it. Putting it on locks their account first, and so does whatever ends a
// membership or takes a texture off a shelf: of the two, the second sees what the first has done.
import type { TextureKind } from '../../model/game/texture.ts'
import { accountOf, playersOfAccounts } from '../accounts/characters.ts'
import type { Transaction } from '../engine/database.ts'
import { executes, readsAll, readsAny, readsColumn, writesColumn } from '../engine/queries.ts'

const put = executes<[playerId: string, kind: TextureKind, shelfTextureId: string], Transaction>(
  'put_shelf_wearer',
  `insert into shelf_wearer (account_id, kind, shelf_texture_id) values ($1, $2, $3)
   on conflict (account_id, kind) do update set shelf_texture_id = excluded.shelf_texture_id`,
)

const end = executes<[playerId: string, kind: TextureKind], Transaction>(
  'end_shelf_wearer',
  'delete from shelf_wearer where account_id = $1 and kind = $2',
)

/** Records that a locked player wears another texture of this kind: one of a shelf, or undefined for any other. */
export const recordShelf = (
  tx: Transaction,
  playerId: string,
  kind: TextureKind,
  shelfTextureId: string | undefined,
): Promise<void> =>
  shelfTextureId === undefined ? end(tx, playerId, kind) : put(tx, playerId, kind, shelfTextureId)

/** The condition that a player, whose row the statement reads, wears its texture of a kind from a shelf. */
export const isFromShelf = (player: string, kind: TextureKind): string =>
  `exists (select 1 from shelf_wearer where shelf_wearer.account_id = ${player}.id and shelf_wearer.kind = '${kind}')`

/** Returns true if a locked player wears, or hides, its texture of this kind from a shelf. */
export const wearsFromShelf = readsAny<[playerId: string, kind: TextureKind]>(
  'wears_from_shelf',
  'select kind from shelf_wearer where account_id = $1 and kind = $2',
)

/** A player, and what it wears from a shelf. */
interface Worn {
  account_id: string
  kind: TextureKind
}

// The accounts of members are locked; their characters may be changed by launchers.
const lockingPlayers = (name: string, which: string) => {
  const text = `select account.id from account where account.id in
    (select account_id from shelf_wearer where ${which}) order by owner_id nulls first, account.id`
  const [locked, read] = [`${text} for no key update`, text]
  const [onPostgres, onSqlite] = [
    readsColumn<string, [readonly string[]]>(name, locked),
    readsColumn<string, [readonly string[]]>(`${name}_unlocked`, read),
  ]
  return (tx: Transaction, values: readonly string[]) =>
    (tx.dialect === 'postgres' ? onPostgres : onSqlite)(tx, values)
}

const lockOfPlayers = lockingPlayers('lock_shelf_wearers', 'account_id = any_of($1)')
const lockOfTextures = lockingPlayers('lock_wearers_of_shelf', 'shelf_texture_id = any_of($1)')

const wornByStrangers = readsAll<Worn, [playerIds: readonly string[]]>(
  'worn_by_strangers',
  `select shelf_wearer.account_id, shelf_wearer.kind from shelf_wearer
     join account as player on player.id = shelf_wearer.account_id
     join shelf_texture on shelf_texture.id = shelf_wearer.shelf_texture_id
   where shelf_wearer.account_id = any_of($1) and not exists
     (select 1 from group_member where group_member.account_id = ${accountOf('player')}
        and group_member.group_name = shelf_texture.group_name)`,
)

const wornFrom = readsAll<Worn, [shelfTextureIds: readonly string[]]>(
  'worn_from_shelf',
  'select account_id, kind from shelf_wearer where shelf_texture_id = any_of($1)',
)

/** A copy that the account keeps stays on. So does what a release without shelves has put on since. */
const goesOff = (kind: TextureKind, hash: string): string => `id = any_of($1)
  and exists (select 1 from shelf_wearer join shelf_texture on shelf_texture.id = shelf_wearer.shelf_texture_id
    where shelf_wearer.account_id = any_of($1) and shelf_wearer.account_id = account.id
      and shelf_wearer.kind = '${kind}' and shelf_texture.hash = ${hash})
  and not exists (select 1 from wardrobe_texture where wardrobe_texture.account_id = ${accountOf('account')}
    and wardrobe_texture.hash = ${hash} and wardrobe_texture.kind = '${kind}')`

type Players = [playerIds: readonly string[]]

const takeOff = {
  skin: executes<Players, Transaction>(
    'take_off_skins_of_shelves',
    `update account set skin_hash = null, skin_model = null where ${goesOff('skin', 'account.skin_hash')}`,
  ),
  cape: executes<Players, Transaction>(
    'take_off_capes_of_shelves',
    `update account set cape_hash = null, hidden_cape = null
     where ${goesOff('cape', 'coalesce(account.cape_hash, account.hidden_cape)')}`,
  ),
} as const satisfies Record<TextureKind, unknown>

const endAll = executes<[...Players, kind: TextureKind], Transaction>(
  'end_shelf_wearers',
  'delete from shelf_wearer where account_id = any_of($1) and kind = $2',
)

async function undress(tx: Transaction, worn: readonly Worn[]): Promise<void> {
  for (const [kind, rows] of Map.groupBy(worn, (row) => row.kind)) {
    const players = rows.map((row) => row.account_id)
    await takeOff[kind](tx, players)
    await endAll(tx, players, kind)
  }
}

/** Takes off the players of locked accounts what they wear from shelves of groups that these are not in. */
export async function undressStrangers(tx: Transaction, accountIds: readonly string[]): Promise<void> {
  if (accountIds.length === 0) return
  const players = await lockOfPlayers(tx, await playersOfAccounts(tx, accountIds))
  if (players.length > 0) await undress(tx, await wornByStrangers(tx, players))
}

/**
 * Takes textures of a shelf off all players, whose accounts are locked, and keeps who wore them as parts of a deletion, if
 * there is one. Returns how many wore one of them.
 */
export async function undressWearers(
  tx: Transaction,
  shelfTextureIds: readonly string[],
  deletionId?: string,
): Promise<number> {
  if (shelfTextureIds.length === 0) return 0
  await lockOfTextures(tx, shelfTextureIds)
  if (deletionId !== undefined) await keepWearers(tx, deletionId, shelfTextureIds)
  const worn = await wornFrom(tx, shelfTextureIds)
  await undress(tx, worn)
  return worn.length
}

/** Ends what is recorded of a texture that nobody wears any longer, on any shelf. */
export const endWearersOf = executes<[hash: string], Transaction>(
  'end_shelf_wearers_of_hash',
  'delete from shelf_wearer where shelf_texture_id in (select id from shelf_texture where hash = $1)',
)

const keepWearers = executes<[deletionId: string, shelfTextureIds: readonly string[]], Transaction>(
  'keep_shelf_wearers',
  `insert into deletion_part (deletion_id, part, account_id, key, more)
   select cast($1 as text), shelf_wearer.kind, shelf_wearer.account_id, shelf_texture.id,
     case when shelf_wearer.kind = 'cape' and account.cape_hash is null then 'hidden' end
   from shelf_wearer join shelf_texture on shelf_texture.id = shelf_wearer.shelf_texture_id
     join account on account.id = shelf_wearer.account_id
   where shelf_wearer.shelf_texture_id = any_of($2) and shelf_texture.hash =
     case shelf_wearer.kind when 'skin' then account.skin_hash
       else coalesce(account.cape_hash, account.hidden_cape) end`,
)

/** A column of the texture that a player wore, or null unless the condition holds. */
const wore = (kind: TextureKind, column: string, condition = 'true') =>
  `(select shelf_texture.${column} from deletion_part join shelf_texture on shelf_texture.id = deletion_part.key
     where deletion_part.deletion_id = $1 and deletion_part.part = '${kind}'
       and deletion_part.account_id = account.id and ${condition})`

/** Players who wore one of these textures, and whose account is a member of the group. */
const mayWear = (kind: TextureKind) =>
  `account.id in (select account_id from deletion_part
     where deletion_id = $1 and part = '${kind}' and key = any_of($3))
   and exists (select 1 from group_member
     where group_member.group_name = $2 and group_member.account_id = ${accountOf('account')})`

type Dressing = [deletionId: string, group: string, shelfTextureIds: readonly string[]]

const dress = {
  skin: writesColumn<string, Dressing>(
    'dress_in_skins_of_shelf',
    `update account set skin_hash = ${wore('skin', 'hash')}, skin_model = ${wore('skin', 'model')}
     where ${mayWear('skin')} and skin_hash is null returning id`,
  ),
  cape: writesColumn<string, Dressing>(
    'dress_in_capes_of_shelf',
    `update account set cape_hash = ${wore('cape', 'hash', 'more is null')},
       hidden_cape = ${wore('cape', 'hash', 'more is not null')}
     where ${mayWear('cape')} and cape_hash is null and hidden_cape is null returning id`,
  ),
} as const satisfies Record<TextureKind, unknown>

const recordAgain = executes<
  [deletionId: string, kind: TextureKind, playerIds: readonly string[]],
  Transaction
>(
  'record_shelf_wearers_again',
  `insert into shelf_wearer (account_id, kind, shelf_texture_id)
   select account_id, part, key from deletion_part
   where deletion_id = $1 and part = $2 and account_id = any_of($3)
   on conflict (account_id, kind) do update set shelf_texture_id = excluded.shelf_texture_id`,
)

/** Puts textures of a shelf on those members of the group who wore them when it was deleted, and wear nothing now. */
export async function dressAgain(
  tx: Transaction,
  deletionId: string,
  group: string,
  shelfTextureIds: readonly string[],
): Promise<void> {
  for (const kind of ['skin', 'cape'] as const) {
    const players = await dress[kind](tx, deletionId, group, shelfTextureIds)
    if (players.length > 0) await recordAgain(tx, deletionId, kind, players)
  }
}
