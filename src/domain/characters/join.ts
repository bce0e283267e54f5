// An account becomes a character of another one (docs/decisions/0133-joining-and-parting.md).
import type { Account } from '../../model/accounts/account.ts'
import type { Actor } from '../../model/accounts/actor.ts'
import { malformed } from '../../model/errors/families.ts'
import { Refused } from '../../model/errors/refusal.ts'
import { unusableHash } from '../../passwords/passwords.ts'
import { lockAccount } from '../../storage/accounts/accounts.ts'
import { becomeCharacter, charactersOf } from '../../storage/accounts/characters.ts'
import { endCredentials } from '../../storage/credentials/end-credentials.ts'
import type { Transaction } from '../../storage/engine/database.ts'
import type { AccountRow } from '../../storage/schema/rows/accounts.ts'
import { undressStrangers } from '../../storage/wardrobe/shelf-wearers.ts'
import { giveWardrobe } from '../../storage/wardrobe/wardrobe-textures.ts'
import { toAccount } from '../accounts/account-row.ts'
import { accountById, findAccount } from '../accounts/find.ts'
import { change } from '../change.ts'
import type { ChangeContext, ReadContext } from '../context.ts'
import { notifyOwner } from '../mail.ts'
import { refuseCharacter } from './account-only.ts'
import { maxPlayers } from './players.ts'

/** Finds the account that is named as the owner of another. Throws Refused `owner_unknown`. */
export async function findOwner(context: ReadContext, text: string): Promise<Account> {
  const found = await findAccount(context, text)
  if (!found) throw new Refused('owner_unknown')
  return found
}

interface Joining {
  owner: Pick<Account, 'id'>
  /** True if the account may lose its email address, which no character has. */
  dropEmail?: boolean | undefined
}

/**
 * Makes an account a character of another one. Its password, second factor, passkeys, email, groups, sessions, tokens,
 * grants, links and app passwords end; it keeps its UUID, names, textures, linked players and suspension. Both addresses
 * are told. What it keeps in its wardrobe goes to the account; what it wears of a group that the account is not in comes
 * off. Throws Refused `account_unknown`, `account_only`, `malformed`, `has_characters`, `joiner_has_role`,
 * `joiner_leaving`, `joiner_has_email`, `owner_unknown`, `owner_is_character`, `owner_suspended`, `owner_leaving`,
 * `character_limit`.
 */
export async function joinAccount(
  context: ChangeContext,
  by: Actor,
  { id }: Pick<Account, 'id'>,
  { owner: { id: ownerId }, dropEmail = false }: Joining,
): Promise<Account> {
  if (id === ownerId) throw malformed('owner', 'another account')
  await change(context, by, async (tx) => {
    const { joiner, owner } = await lockedBoth(tx, id, ownerId)
    await refuseJoiner(tx, joiner, dropEmail)
    await refuseOwner(context, tx, owner)
    await endCredentials(tx, id, { password_hash: unusableHash, totp_secret: null, totp_since: null })
    await becomeCharacter(tx, id, owner)
    await giveWardrobe(tx, id, ownerId, id)
    await undressStrangers(tx, [ownerId])
    const now = context.clock()
    const [was, account] = [toAccount(joiner, now), toAccount(owner, now)]
    await notifyOwner(context, tx, was, { about: 'joined', owner: account.username })
    await notifyOwner(context, tx, account, { about: 'character_joined', name: was.username })
    return { events: [{ event: 'character.joined', account: id, details: {} }] }
  })
  return accountById(context, id)
}

/** In one order, so that two accounts that are to own each other can't deadlock: one is refused. */
async function lockedBoth(
  tx: Transaction,
  id: string,
  ownerId: string,
): Promise<{ joiner: AccountRow; owner: AccountRow }> {
  const rows = new Map<string, AccountRow | undefined>()
  for (const each of [id, ownerId].sort()) rows.set(each, await lockAccount(tx, each))
  const [joiner, owner] = [rows.get(id), rows.get(ownerId)]
  if (!joiner) throw new Refused('account_unknown')
  if (!owner) throw new Refused('owner_unknown')
  return { joiner, owner }
}

/** Throws Refused `account_only`, `has_characters`, `joiner_has_role`, `joiner_leaving`, `joiner_has_email`. */
async function refuseJoiner(tx: Transaction, joiner: AccountRow, dropEmail: boolean): Promise<void> {
  const about = { id: joiner.id, username: joiner.username }
  await refuseCharacter(tx, joiner)
  if ((await charactersOf(tx, joiner.id)).length > 0) {
    const sentence = 'The account has characters, and no character has any. Part them first.'
    throw new Refused('has_characters', { about, sentence })
  }
  if (joiner.roles !== null) throw new Refused('joiner_has_role', { about })
  if (joiner.deletes_at !== null) throw new Refused('joiner_leaving', { about })
  if (joiner.email !== null && !dropEmail) throw new Refused('joiner_has_email', { about })
}

/** Throws Refused `owner_is_character`, `owner_suspended`, `owner_leaving`, `character_limit`. */
async function refuseOwner({ clock }: ReadContext, tx: Transaction, owner: AccountRow): Promise<void> {
  const about = { id: owner.id, username: owner.username }
  if (owner.owner_id !== null) throw new Refused('owner_is_character', { about })
  if (toAccount(owner, clock()).suspension) throw new Refused('owner_suspended', { about })
  if (owner.deletes_at !== null) throw new Refused('owner_leaving', { about })
  const players = (await charactersOf(tx, owner.id)).length + 1
  if (players >= maxPlayers) throw new Refused('character_limit', { about })
}
