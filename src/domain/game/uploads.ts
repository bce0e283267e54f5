// The rules of what players may change of their own textures. Every way in uses these functions: pages, launchers, the vendor's services,
// applications. Commands, the API and administrators may do more.
import type { Actor } from '../../model/accounts/actor.ts'
import { isAdministrator } from '../../model/accounts/role.ts'
import { Refused } from '../../model/errors/refusal.ts'
import type { TextureKind } from '../../model/game/texture.ts'
import { accountByKey } from '../../storage/accounts/accounts.ts'
import type { Queries } from '../../storage/engine/database.ts'
import type { AccountRow } from '../../storage/schema/rows/accounts.ts'
import { toAccount } from '../accounts/account-row.ts'
import type { ReadContext } from '../context.ts'

type Player = Pick<AccountRow, 'id' | 'owner_id' | 'username' | 'uploads_suspended_at'>

/** Returns true if players may change their skins, or their capes. Administrators may even if they may not. */
export const mayPlayersChange = ({ config }: ReadContext, kind: TextureKind): boolean =>
  (kind === 'skin' ? config.skins : config.capes) === 'on'

/** On a page of administration, the role permits the change. */
const isPlayers = (by: Actor): boolean => by.kind === 'account' && by.role === undefined

const reasons = { skin: 'skins_off', cape: 'capes_off' } as const satisfies Record<TextureKind, string>

/**
 * Refuses a change of any kind: wearing, hiding, taking off. Asks the database only where the setting is `off`. Throws
 * Refused `skins_off`, `capes_off`.
 */
export async function refuseChangedTexture(
  context: ReadContext,
  db: Queries,
  by: Actor,
  player: Player,
  kind: TextureKind,
): Promise<void> {
  if (!isPlayers(by) || mayPlayersChange(context, kind)) return
  const account = await accountByKey(db, { column: 'id', value: player.owner_id ?? player.id })
  if (account && isAdministrator(toAccount(account, context.clock()))) return
  throw new Refused(reasons[kind], { about: player })
}

/**
 * Refuses a picture that a player brings, whatever it is; whether it was taken down is asked where it is stored. Throws what
 * `refuseChangedTexture` and `refuseSuspendedUploads` throw.
 */
export async function refuseUpload(
  context: ReadContext,
  db: Queries,
  by: Actor,
  player: Player,
  kind: TextureKind,
): Promise<void> {
  await refuseChangedTexture(context, db, by, player, kind)
  await refuseSuspendedUploads(db, by, player)
}

/** Refuses players whose uploads a moderator has suspended. Throws Refused `uploads_suspended`. */
export async function refuseSuspendedUploads(db: Queries, by: Actor, player: Player): Promise<void> {
  if (!isPlayers(by)) return
  const isCharacter = player.owner_id !== null
  const account = isCharacter
    ? await accountByKey(db, { column: 'id', value: player.owner_id ?? '' })
    : player
  if (account && account.uploads_suspended_at !== null)
    throw new Refused('uploads_suspended', { about: player })
}

/** Refuses what `refuseUpload` would, before a byte of the file is read: most uploads are refused by nothing but the later check. */
export async function refuseUploadAtOnce(
  context: ReadContext,
  by: Actor,
  id: string,
  kind: TextureKind,
): Promise<void> {
  const player = await accountByKey(context.db, { column: 'id', value: id })
  if (player) await refuseUpload(context, context.db, by, player, kind)
}

/** Refuses what `refuseSuspendedUploads` would, before a byte of a file of any kind is read. */
export async function refuseSuspendedAtOnce({ db }: ReadContext, by: Actor, id: string): Promise<void> {
  const player = await accountByKey(db, { column: 'id', value: id })
  if (player) await refuseSuspendedUploads(db, by, player)
}

/** Refuses what `refuseChangedTexture` would, before the request is read. Asks the database only where the setting is `off`. */
export async function refuseChangeAtOnce(
  context: ReadContext,
  by: Actor,
  id: string,
  kind: TextureKind,
): Promise<void> {
  if (mayPlayersChange(context, kind)) return
  const player = await accountByKey(context.db, { column: 'id', value: id })
  if (player) await refuseChangedTexture(context, context.db, by, player, kind)
}
