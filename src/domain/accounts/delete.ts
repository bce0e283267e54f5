import type { Account } from '../../model/account.ts'
import { deleteAccountRow } from '../../storage/accounts.ts'
import type { Context } from '../context.ts'

/** The account and everything that belongs to it is gone; its name and e-mail are free again. */
export async function deleteAccount({ db }: Pick<Context, 'db'>, account: Account): Promise<void> {
  await deleteAccountRow(db, account.id)
}
