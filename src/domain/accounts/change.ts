import { type Account, isEmail, isNewUsername, isPassword, readLanguage } from '../../model/account.ts'
import type { Actor } from '../../model/actor.ts'
import { Refused } from '../../model/refusal.ts'
import type { Role } from '../../model/role.ts'
import { updateAccount } from '../../storage/accounts.ts'
import { UniqueViolation } from '../../storage/database.ts'
import type { Context } from '../context.ts'
import { accountById } from './find.ts'
import { renameIn } from './rename.ts'
import { setRolesIn } from './roles.ts'
import { setEmailIn } from './set-email.ts'
import { setPasswordIn } from './set-password.ts'

export interface AccountChange {
  username?: string
  email?: string
  /** In any usual form: `pt-BR`, `pt_br`. */
  language?: string
  password?: string
  /** All that it is to have. */
  roles?: readonly Role[]
}

/**
 * All of it or nothing. A new password ends every token, grant and pending join. Refuses as
 * `createAccount` does, and with `last_administrator`.
 */
export async function changeAccount(
  context: Pick<Context, 'db' | 'clock' | 'log' | 'random' | 'passwords' | 'secrets'>,
  by: Actor,
  account: Account,
  { username, email, language, password, roles }: AccountChange,
): Promise<Account> {
  if (username !== undefined && !isNewUsername(username)) throw new Refused('username_malformed')
  if (email !== undefined && !isEmail(email)) throw new Refused('email_malformed')
  const code = language === undefined ? undefined : readLanguage(language)
  if (language !== undefined && code === undefined) throw new Refused('language_malformed')
  if (password !== undefined && !isPassword(password)) throw new Refused('password_malformed')
  const passwordHash = password === undefined ? undefined : await context.passwords.hash(password)
  try {
    await context.db.transaction(async (tx) => {
      if (roles !== undefined) await setRolesIn(context, tx, by, account, roles)
      if (username !== undefined) await renameIn(context, tx, by, account, username)
      if (email !== undefined) await setEmailIn(context, tx, by, account, email)
      if (code !== undefined && !(await updateAccount(tx, account.id, { language: code })))
        throw new Refused('account_unknown')
      if (passwordHash !== undefined) await setPasswordIn(context, tx, by, account, passwordHash)
    })
  } catch (error) {
    if (!(error instanceof UniqueViolation)) throw error
    const isName = error.key === 'account.username_folded'
    throw new Refused(isName ? 'username_taken' : 'email_taken', { cause: error })
  }
  return accountById(context, account.id)
}
