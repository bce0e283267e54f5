import { parseUuid } from '../../lib/crypto/uuid.ts'
import { fold } from '../../lib/text/fold.ts'
import { type Account, accountKey } from '../../model/accounts/account.ts'
import { Refused } from '../../model/errors/refusal.ts'
import type { ListPart } from '../../model/records/lists.ts'
import { accountByKey, accountsAfter, lockAccount } from '../../storage/accounts/accounts.ts'
import type { Transaction } from '../../storage/engine/database.ts'
import type { AccountRow } from '../../storage/schema/rows/accounts.ts'
import type { ReadContext } from '../context.ts'
import { toAccount } from './account-row.ts'

/** Finds an account by username, email or UUID, in any letter case. */
export async function findAccount({ db, clock }: ReadContext, text: string): Promise<Account | undefined> {
  const key = accountKey(text)
  const row = key && (await accountByKey(db, key))
  return row && toAccount(row, clock())
}

/** Reads the account as it is now. Throws Refused `account_unknown`. */
export async function accountById({ db, clock }: ReadContext, id: string): Promise<Account> {
  const row = await accountByKey(db, { column: 'id', value: id })
  if (!row) throw new Refused('account_unknown')
  return toAccount(row, clock())
}

/** Reads a player of an account by UUID: its own one or a character. Throws Refused `account_unknown` for anybody else's. */
export async function playerOfAccount(context: ReadContext, account: Account, id: string): Promise<Account> {
  if (id === account.id) return account
  const player = await accountById(context, id)
  if (player.ownerId !== account.id) throw new Refused('account_unknown', { about: account })
  return player
}

/** Reads the account's row and locks it until the transaction ends. Throws Refused `account_unknown` if it is gone. */
export async function lockedAccount(tx: Transaction, id: string): Promise<AccountRow> {
  const row = await lockAccount(tx, id)
  if (!row) throw new Refused('account_unknown')
  return row
}

/** A player's row, and that of the account that signs it in, which is the same for an account's own player. */
export interface PlayerRows {
  row: AccountRow
  account: AccountRow
}

/**
 * Locks a player's account, then the player, as they are now: since somebody read them, the player may have joined or left
 * an account. Throws Refused `account_unknown` if it is gone.
 */
export async function lockedPlayer(tx: Transaction, { id }: Pick<Account, 'id'>): Promise<PlayerRows> {
  for (;;) {
    const ownerId = (await accountByKey(tx, { column: 'id', value: id }))?.owner_id ?? id
    const account = await lockedAccount(tx, ownerId)
    const row = ownerId === id ? account : await lockedAccount(tx, id)
    // With its lock, the next round is the last.
    if ((row.owner_id ?? id) === ownerId) return { row, account }
  }
}

export interface AccountSearch extends ListPart {
  /** Part of the username or email address in any letter case, or a UUID. */
  search?: string | undefined
  /** If true, only suspended accounts are returned. */
  isSuspended?: boolean
}

/**
 * Returns a page of accounts in the order of their ids. Commands use this rather than `searchAccounts`: `--after` takes
 * an account id, and a search may consist of a single letter.
 */
export async function listAccounts(
  { db, clock }: ReadContext,
  { search, isSuspended = false, after = '', limit }: AccountSearch,
): Promise<Account[]> {
  const now = clock()
  const id = search === undefined ? undefined : parseUuid(search)
  const part = search === undefined || id !== undefined ? undefined : fold(search)
  const rows = await accountsAfter(db, { after, limit, part, id, suspendedAt: isSuspended ? now : undefined })
  return rows.map((row) => toAccount(row, now))
}
