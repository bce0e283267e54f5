import { parseUuid } from '../../lib/crypto/uuid.ts'
import { fold } from '../../lib/text/fold.ts'
import { trimmed } from '../../lib/text/trimmed.ts'
import { type Account, isUsername, type SkinModel } from '../../model/accounts/account.ts'
import { noSuch } from '../../model/errors/families.ts'
import { Refused } from '../../model/errors/refusal.ts'
import type { TextureKind } from '../../model/game/texture.ts'
import { accountByKey } from '../../storage/accounts/accounts.ts'
import { linkedPlayersOfPlayers } from '../../storage/community/linked-players.ts'
import { neighbourById } from '../../storage/community/neighbours.ts'
import { flagOf } from '../../storage/engine/flags.ts'
import type { AccountRow } from '../../storage/schema/rows/accounts.ts'
import type { TextureReportRow } from '../../storage/schema/rows/wardrobe.ts'
import { mirroredTexturesOf } from '../../storage/textures/mirrored-textures.ts'
import type { ReadContext } from '../context.ts'
import { oneOfLibrary } from '../library/listing.ts'
import { findVisitor, visitorsMatching } from '../neighbours/visitors.ts'

/** The part of a report that says what is reported. */
export type ReportedTexture = Pick<
  TextureReportRow,
  'subject' | 'hash' | 'kind' | 'model' | 'player_id' | 'player_name' | 'is_visitor'
>

/** The account of a player: its own, or that of the character. */
export const accountOf = ({ id, ownerId }: Pick<Account, 'id' | 'ownerId'>): string => ownerId ?? id

/**
 * Finds what a player wears at this moment, by the name or UUID of an account's player or a visitor; a visitor also as
 * `NAME@ID`. Throws Refused `account_unknown`, `report_own`, `report_nothing_worn`.
 */
export async function wornTexture(
  context: ReadContext,
  reporter: Account,
  typed: string,
  kind: TextureKind,
): Promise<ReportedTexture> {
  const player = trimmed(typed)
  const row = await playerCalled(context, player)
  if (!row) return wornByVisitor(context, reporter, player, kind)
  if ((row.owner_id ?? row.id) === accountOf(reporter)) throw new Refused('report_own')
  const { id, username, skin_hash, skin_model, cape_hash } = row
  const hash = kind === 'skin' ? skin_hash : cape_hash
  if (hash === null) throw new Refused('report_nothing_worn')
  const model = kind === 'skin' ? (skin_model ?? 'default') : null
  return reported({ id, name: username, isVisitor: false }, kind, { hash, model })
}

/** Finds a texture of the library. Throws Refused `texture_unknown`, `report_own`. */
export async function sharedAs(
  context: ReadContext,
  reporter: Account,
  id: string,
): Promise<ReportedTexture> {
  const shared = await oneOfLibrary(context, id)
  if (!shared) throw new Refused('texture_unknown')
  const { by, hash, kind, model } = shared
  const row = await accountByKey(context.db, { column: 'id', value: by.id })
  if (row && (row.owner_id ?? row.id) === accountOf(reporter)) throw new Refused('report_own')
  return reported({ ...by, isVisitor: false }, kind, { hash, model })
}

/** Never by email address, which would tell whose it is. */
async function playerCalled({ db }: ReadContext, player: string): Promise<AccountRow | undefined> {
  const id = parseUuid(player)
  const key =
    id === undefined
      ? ({ column: 'username_folded', value: fold(player) } as const)
      : ({ column: 'id', value: id } as const)
  const row = id !== undefined || isUsername(player) ? await accountByKey(db, key) : undefined
  return row?.deletes_at === null ? row : undefined
}

async function wornByVisitor(
  context: ReadContext,
  reporter: Account,
  player: string,
  kind: TextureKind,
): Promise<ReportedTexture> {
  const { db } = context
  const visitor = await visitorCalled(context, player)
  const linked = await linkedPlayersOfPlayers(db, accountOf(reporter))
  if (linked.some(({ uuid, neighbour_id }) => uuid === visitor.id && neighbour_id === visitor.neighbour))
    throw new Refused('report_own')
  const who = { id: visitor.id, name: visitor.name, isVisitor: true }
  const textures = (await neighbourById(db, visitor.neighbour))?.textures
  // A texture that is passed on has no file here.
  if (textures === 'pass') return reported(who, kind, undefined)
  const mirrored = textures === 'mirror' ? await mirroredTexturesOf(db, visitor.id) : undefined
  const hash = kind === 'skin' ? mirrored?.skin_hash : mirrored?.cape_hash
  if (typeof hash !== 'string') throw new Refused('report_nothing_worn')
  const model = kind === 'skin' ? (mirrored?.skin_model ?? 'default') : null
  return reported(who, kind, { hash, model })
}

async function visitorCalled(context: ReadContext, player: string) {
  try {
    const [found = await findVisitor(context, player)] = await visitorsMatching(context, player)
    return found
  } catch (error) {
    if (error instanceof Refused && error.subject === noSuch('visitor').subject)
      throw new Refused('account_unknown')
    throw error
  }
}

const reported = (
  { id, name, isVisitor }: { id: string; name: string; isVisitor: boolean },
  kind: TextureKind,
  file: { hash: string; model: SkinModel | null } | undefined,
): ReportedTexture => ({
  subject: file?.hash ?? `${id} ${kind}`,
  hash: file?.hash ?? null,
  kind,
  model: file?.model ?? null,
  player_id: id,
  player_name: name,
  is_visitor: flagOf(isVisitor),
})
