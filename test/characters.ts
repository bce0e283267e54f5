import { newAccountRow, toAccount } from '../src/domain/accounts/account-row.ts'
import type { Account } from '../src/model/accounts/account.ts'
import { unusableHash } from '../src/passwords/passwords.ts'
import { accountByKey, insertAccount } from '../src/storage/accounts/accounts.ts'
import type { RunningService } from './service.ts'

/** Adds a character to an account. */
export async function addCharacter(
  { context, now }: RunningService,
  owner: { id: string },
  username: string,
): Promise<Account> {
  const account = await accountByKey(context.db, { column: 'id', value: owner.id })
  if (!account) throw new Error(`there is no account ${owner.id}`)
  const { language, group_names, deletes_at } = account
  const id = context.random.uuid()
  const row = {
    ...newAccountRow({
      id,
      username,
      email: undefined,
      passwordHash: unusableHash,
      language,
      totpSecret: null,
      createdAt: now(),
    }),
    owner_id: owner.id,
    group_names,
    deletes_at,
  }
  await context.db.transaction((tx) => insertAccount(tx, row))
  return toAccount(row, now())
}

/** Makes a player the one that the email address of its account signs in. */
export async function choosePrimary({ context }: RunningService, player: Account): Promise<void> {
  await context.db.query
    .updateTable('account')
    .set({ primary_id: player.id })
    .where('id', '=', player.ownerId ?? '')
    .execute()
}
