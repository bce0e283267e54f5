import { type Account, accountKey } from '../../model/account.ts'
import { Refused } from '../../model/refusal.ts'
import { accountByKey, accountsAfter } from '../../storage/accounts.ts'
import type { Context } from '../context.ts'
import { toAccount } from './account-row.ts'

type Needed = Pick<Context, 'db' | 'clock'>

/** By username, e-mail or UUID, in any letter case. */
export async function findAccount({ db, clock }: Needed, text: string): Promise<Account | undefined> {
  const key = accountKey(text)
  const row = key && (await accountByKey(db, key))
  return row && toAccount(row, clock())
}

/** The account as it is stored now. Throws Refused `account_unknown`. */
export async function accountById({ db, clock }: Needed, id: string): Promise<Account> {
  const row = await accountByKey(db, { column: 'id', value: id })
  if (!row) throw new Refused('account_unknown')
  return toAccount(row, clock())
}

/** A page of all accounts in the order of their ids. */
export async function listAccounts(
  { db, clock }: Needed,
  page: { after?: string; limit: number },
): Promise<Account[]> {
  const rows = await accountsAfter(db, page.after ?? '', page.limit)
  return rows.map((row) => toAccount(row, clock()))
}
