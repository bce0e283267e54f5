import type { Account } from '../../model/accounts/account.ts'
import type { Actor } from '../../model/accounts/actor.ts'
import { Refused } from '../../model/errors/refusal.ts'
import type { AuditEvent } from '../../model/records/audit.ts'
import { setPrimary } from '../../storage/accounts/characters.ts'
import type { Transaction } from '../../storage/engine/database.ts'
import { isSuspendedAt } from '../accounts/account-row.ts'
import { accountById, lockedAccount } from '../accounts/find.ts'
import { change } from '../change.ts'
import type { ChangeContext, ReadContext } from '../context.ts'
import { chargeChoice, isOwner } from './charge.ts'

/**
 * Makes this player the one that the email address of its account signs in. Does nothing if it is. Throws Refused
 * `character_suspended` for one that can't play, `account_unknown`; for the owner also `character_cooldown`.
 */
export async function makePrimary(context: ChangeContext, by: Actor, player: Account): Promise<Account> {
  await change(context, by, async (tx) => ({ events: await makePrimaryIn(context, tx, by, player) }))
  return accountById(context, player.id)
}

/** Makes a player the primary one as part of a larger change and returns the events, of which there are none if it is. */
export async function makePrimaryIn(
  { clock }: ReadContext,
  tx: Transaction,
  by: Actor,
  player: Account,
): Promise<AuditEvent[]> {
  const { id, ownerId = id } = player
  const now = clock()
  const owner = await lockedAccount(tx, ownerId)
  const row = id === ownerId ? owner : await lockedAccount(tx, id)
  // It has joined another account or parted from this one meanwhile.
  if ((row.owner_id ?? id) !== ownerId) throw new Refused('account_unknown')
  if ((owner.primary_id ?? ownerId) === id) return []
  if ([owner, row].some((each) => isSuspendedAt(each, now)) || row.deletes_at !== null)
    throw new Refused('character_suspended', { about: player })
  if (isOwner(by, ownerId)) await chargeChoice(tx, owner, now)
  await setPrimary(tx, ownerId, id === ownerId ? null : id)
  return [{ event: 'character.primary_changed', account: id, details: {} }]
}
