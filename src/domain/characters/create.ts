import { isNobodysUuid, parseUuid } from '../../lib/crypto/uuid.ts'
import type { Account } from '../../model/accounts/account.ts'
import type { Actor } from '../../model/accounts/actor.ts'
import { Refused } from '../../model/errors/refusal.ts'
import { unusableHash } from '../../passwords/passwords.ts'
import { insertAccount } from '../../storage/accounts/accounts.ts'
import { charactersOf } from '../../storage/accounts/characters.ts'
import { isNameKey } from '../../storage/accounts/name-claims.ts'
import { UniqueViolation } from '../../storage/engine/database.ts'
import type { AccountRow } from '../../storage/schema/rows/accounts.ts'
import { newAccountRow, toAccount } from '../accounts/account-row.ts'
import { lockedAccount } from '../accounts/find.ts'
import { change } from '../change.ts'
import type { ChangeContext } from '../context.ts'
import type { StoreAnswer } from '../idempotency.ts'
import { prepareName } from '../names/owner.ts'
import { checkName } from '../names/rules.ts'
import { refuseVendorName } from '../names/vendor.ts'
import { newUuid } from '../registration/new-uuid.ts'
import { chargeCreation, isOwner } from './charge.ts'
import { maxPlayers, playerLimitOf } from './players.ts'

interface NewCharacter {
  username: string
  /** A UUID in any form, which may be that of a deleted account. If absent, one is made as NORN_UUIDS says. */
  id?: string | undefined
  /** True if the username may be a reserved one. */
  reserved?: boolean | undefined
}

/**
 * Adds a player to an account. Its owner is bound by the limit, the cooldown and the rules for names of players, others
 * by `maxPlayers`. Throws Refused `owner_is_character`, `character_limit`, `uuid_malformed`, `id_taken`,
 * `username_malformed`, `username_reserved`, `username_taken`, `username_held`, `account_unknown`; for the owner also
 * `character_cooldown`, `character_suspended`, `username_vendor`, `vendor_unavailable`.
 */
export async function createCharacter(
  context: ChangeContext,
  by: Actor,
  owner: Account,
  { username, id: text, reserved = false }: NewCharacter,
  keep?: StoreAnswer<Account>,
): Promise<Account> {
  const givenId = text === undefined ? undefined : parseUuid(text)
  if (text !== undefined && (givenId === undefined || isNobodysUuid(givenId)))
    throw new Refused('uuid_malformed')
  if (owner.ownerId !== undefined) throw new Refused('owner_is_character', { about: owner })
  const isPlayers = isOwner(by, owner.id)
  checkName(context, username, { isPlayers, mayBeReserved: reserved })
  if (isPlayers) await refuseVendorName(context, username, by.address ?? '')
  return change(context, by, async (tx) => {
    const inside = { ...context, db: tx }
    const ownerRow = await lockedAccount(tx, owner.id)
    if (ownerRow.owner_id !== null) throw new Refused('owner_is_character', { about: owner })
    const characters = await charactersOf(tx, owner.id)
    const limit = isPlayers ? await playerLimitOf(inside, owner) : maxPlayers
    if (characters.length + 1 >= Math.min(limit, maxPlayers))
      throw new Refused('character_limit', { about: owner })
    const id = givenId ?? (await newUuid(context, tx, username))
    const { isTakenBack } = await prepareName(context, tx, username, { id, ownerId: owner.id })
    if (isPlayers) await chargeCreation(context, tx, [ownerRow, ...characters], isTakenBack)
    const row = characterRow(ownerRow, { id, username, createdAt: context.clock() })
    await insertAccount(tx, row)
    const result = toAccount(row, row.created_at)
    await keep?.(tx, result)
    return { events: [{ event: 'account.created', account: id, details: { username } }], result }
  }).catch((error: unknown) => {
    if (!(error instanceof UniqueViolation)) throw error
    throw new Refused(isNameKey(error.key) ? 'username_taken' : 'id_taken', { cause: error })
  })
}

/** Returns the row of a new character, which has no textures. Language, groups and the end are its account's. */
function characterRow(
  owner: AccountRow,
  player: { id: string; username: string; createdAt: number },
): AccountRow {
  const { language, group_names, deletes_at } = owner
  return {
    ...newAccountRow({ ...player, email: undefined, passwordHash: unusableHash, language, totpSecret: null }),
    owner_id: owner.id,
    group_names,
    deletes_at,
  }
}
