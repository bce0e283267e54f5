import { parseUuid } from '../../lib/crypto/uuid.ts'
import { fold } from '../../lib/text/fold.ts'
import { type Account, accountKey } from '../../model/account.ts'
import { Refused } from '../../model/refusal.ts'
import { accountByKey, accountsAfter, lockAccount } from '../../storage/accounts/accounts.ts'
import type { Transaction } from '../../storage/engine/database.ts'
import type { AccountRow } from '../../storage/schema/schema.ts'
import type { Reading } from '../context.ts'
import { toAccount } from './account-row.ts'

/** By username, e-mail or UUID, in any letter case. */
export async function findAccount({ db, clock }: Reading, text: string): Promise<Account | undefined> {
  const key = accountKey(text)
  const row = key && (await accountByKey(db, key))
  return row && toAccount(row, clock())
}

/** The account as it is stored now. Throws Refused `account_unknown`. */
export async function accountById({ db, clock }: Reading, id: string): Promise<Account> {
  const row = await accountByKey(db, { column: 'id', value: id })
  if (!row) throw new Refused('account_unknown')
  return toAccount(row, clock())
}

/** Its row, locked until the transaction ends. Throws Refused `account_unknown`: it was deleted meanwhile. */
export async function lockedAccount(tx: Transaction, id: string): Promise<AccountRow> {
  const row = await lockAccount(tx, id)
  if (!row) throw new Refused('account_unknown')
  return row
}

export interface AccountSearch {
  /** A part of the username or of the e-mail address, in any letter case; or a UUID. */
  search?: string | undefined
  /** Only accounts that are suspended. */
  isSuspended?: boolean
  /** The id of the last account of the page before; empty for the first page. */
  after?: string
  limit: number
}

/**
 * A page of the accounts that are wanted, in the order of their ids. For commands, beside `searchAccounts`: `--after`
 * takes the id of the last account that somebody has, and one letter is enough to search by.
 */
export async function listAccounts(
  { db, clock }: Reading,
  { search, isSuspended = false, after = '', limit }: AccountSearch,
): Promise<Account[]> {
  const now = clock()
  const id = search === undefined ? undefined : parseUuid(search)
  const part = search === undefined || id !== undefined ? undefined : fold(search)
  const rows = await accountsAfter(db, { after, limit, part, id, suspendedAt: isSuspended ? now : undefined })
  return rows.map((row) => toAccount(row, now))
}
