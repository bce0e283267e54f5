import type { Account } from '../../model/accounts/account.ts'
import type { Actor } from '../../model/accounts/actor.ts'
import { Refused } from '../../model/errors/refusal.ts'
import type { AuditEvent } from '../../model/records/audit.ts'
import { accountByKey, deleteAccountRow } from '../../storage/accounts/accounts.ts'
import { charactersOf, dropPrimary } from '../../storage/accounts/characters.ts'
import type { Transaction } from '../../storage/engine/database.ts'
import type { AccountRow } from '../../storage/schema/rows/accounts.ts'
import { change } from '../change.ts'
import { refuseSuspended } from '../characters/account-only.ts'
import type { ChangeContext } from '../context.ts'
import { holdName } from '../names/owner.ts'
import { toAccount } from './account-row.ts'
import { lockedPlayer } from './find.ts'
import { keepAdministrator } from './roles.ts'

/** A deletion may be meant for one player only. */
export interface WithCharacters {
  /** True if the characters of the account may go with it. */
  withCharacters?: boolean | undefined
}

/**
 * Deletes an account with all its players and everything that belongs to it, or a character. The names are held, and the
 * email address is free again. Throws Refused `last_administrator`, `character_suspended`, and `has_characters` unless
 * these may go with it.
 */
export async function deleteAccount(
  context: ChangeContext,
  by: Actor,
  account: Account,
  options: WithCharacters = {},
): Promise<void> {
  const { id } = account
  await change(context, by, async (tx) => {
    await keepAdministrator(context, tx, by, account)
    if (!(await accountByKey(tx, { column: 'id', value: id }))) return { events: [] }
    const { row, characters } = await lockedToDelete(context, tx, by, account, options)
    if (row.owner_id !== null) await dropPrimary(tx, row.owner_id, id)
    const events: AuditEvent[] = []
    for (const gone of [...characters, row]) events.push(await deletePlayer(context, tx, gone))
    return { events }
  })
}

/**
 * Locks a player that is to be deleted, and returns its row and its characters. Throws Refused `account_unknown`,
 * `character_suspended`, and `has_characters` unless these may go with it.
 */
export async function lockedToDelete(
  { clock }: ChangeContext,
  tx: Transaction,
  by: Actor,
  account: Account,
  { withCharacters = false }: WithCharacters,
): Promise<{ row: AccountRow; characters: AccountRow[] }> {
  const { row } = await lockedPlayer(tx, account)
  refuseSuspended(by, row, clock())
  const characters = await charactersOf(tx, account.id)
  if (!withCharacters && characters.length > 0) throw new Refused('has_characters', { about: account })
  return { row, characters }
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
