import type { Account } from '../../model/accounts/account.ts'
import type { Actor } from '../../model/accounts/actor.ts'
import { Refused } from '../../model/errors/refusal.ts'
import type { AuditEvent } from '../../model/records/audit.ts'
import { deleteAccountRow, lockAccount } from '../../storage/accounts/accounts.ts'
import { charactersOf, dropPrimary } from '../../storage/accounts/characters.ts'
import type { Transaction } from '../../storage/engine/database.ts'
import type { AccountRow } from '../../storage/schema/schema.ts'
import { change } from '../change.ts'
import type { ChangeContext } from '../context.ts'
import { holdName } from '../names/owner.ts'
import { toAccount } from './account-row.ts'
import { keepAdministrator } from './roles.ts'

/** Operators may mean one player only. */
export interface WithCharacters {
  /** False if an account that has characters is not to be deleted. */
  withCharacters?: boolean | undefined
}

/**
 * Deletes an account with all its players and everything that belongs to it, or a character. The names are held, and the
 * email address is free again. Throws Refused `last_administrator`, and `has_characters` unless these may go with it.
 */
export async function deleteAccount(
  context: ChangeContext,
  by: Actor,
  account: Account,
  { withCharacters = true }: WithCharacters = {},
): Promise<void> {
  const { id, ownerId } = account
  await change(context, by, async (tx) => {
    await keepAdministrator(context, tx, by, account)
    if (ownerId !== undefined) await lockAccount(tx, ownerId)
    const row = await lockAccount(tx, id)
    if (!row) return { events: [] }
    const others = await charactersOf(tx, id)
    if (!withCharacters && others.length > 0) throw new Refused('has_characters', { about: account })
    if (ownerId !== undefined) await dropPrimary(tx, ownerId, id)
    const events: AuditEvent[] = []
    for (const gone of [...others, row]) events.push(await deletePlayer(context, tx, gone))
    return { events }
  })
}

async function deletePlayer(context: ChangeContext, tx: Transaction, row: AccountRow): Promise<AuditEvent> {
  const { id, username } = row
  await deleteAccountRow(tx, id)
  await holdName(context, tx, username, row.owner_id ?? id)
  return {
    event: 'account.deleted',
    account: id,
    details: { username },
    owner: toAccount(row, context.clock()),
  }
}
