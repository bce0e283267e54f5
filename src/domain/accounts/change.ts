import { type Account, isEmail, isPassword } from '../../model/accounts/account.ts'
import type { Actor } from '../../model/accounts/actor.ts'
import type { Role } from '../../model/accounts/role.ts'
import { accountOnly } from '../../model/errors/account-only.ts'
import { Refused } from '../../model/errors/refusal.ts'
import type { AuditEvent } from '../../model/records/audit.ts'
import { isNameKey } from '../../storage/accounts/name-claims.ts'
import { UniqueViolation } from '../../storage/engine/database.ts'
import { askerOf } from '../asker.ts'
import { change } from '../change.ts'
import { makePrimaryIn } from '../characters/primary.ts'
import type { ChangeContext, PasswordContext } from '../context.ts'
import { renameIn } from '../names/rename.ts'
import { checkName } from '../names/rules.ts'
import { toAccount } from './account-row.ts'
import { accountById, lockedPlayer } from './find.ts'
import { setRolesIn } from './roles.ts'
import { setEmailIn } from './set-email.ts'
import { codeOfLanguage, setLanguageIn } from './set-language.ts'
import { setPasswordIn } from './set-password.ts'

interface AccountChange {
  username?: string
  /** True if the new username may be a reserved one. */
  reserved?: boolean
  email?: string
  /** A language code in any common notation, such as `pt-BR` or `pt_br`. */
  language?: string
  password?: string
  /** The complete set of roles that the account is to have. */
  roles?: readonly Role[]
  /** Makes the player the one that the email address of its account signs in. */
  primary?: true
}

/**
 * Makes all the changes or none. A new password ends all tokens, grants and pending joins. Throws Refused
 * `email_malformed`, `malformed`, `password_malformed`, `username_malformed`, `username_reserved`,
 * `username_taken`, `username_held`, `email_taken`, `last_administrator`, `character_suspended`,
 * `account_only`, `account_unknown`.
 */
export async function changeAccount(
  context: ChangeContext & PasswordContext,
  by: Actor,
  account: Account,
  { username, reserved, email, language, password, primary, roles }: AccountChange,
): Promise<Account> {
  const ofAccount = [email, language, password, roles]
  if (account.ownerId !== undefined && ofAccount.some((given) => given !== undefined))
    throw accountOnly(account, await accountById(context, account.ownerId))
  const choice = { mayBeReserved: reserved ?? false, present: account.username }
  // Checked before the password is hashed, which is expensive.
  if (username !== undefined) checkName(context, username, choice)
  if (email !== undefined && !isEmail(email)) throw new Refused('email_malformed')
  const code = language === undefined ? undefined : codeOfLanguage(language)
  if (password !== undefined && !isPassword(password)) throw new Refused('password_malformed')
  const passwordHash =
    password === undefined ? undefined : await context.passwords.hash(password, askerOf(by))
  try {
    await change(context, by, async (tx) => {
      const events: AuditEvent[] = []
      if (roles !== undefined) events.push(...(await setRolesIn(context, tx, by, account, roles)))
      const { row: before } = await lockedPlayer(tx, account)
      if (primary) events.push(...(await makePrimaryIn(context, tx, by, account)))
      if (username !== undefined) events.push(...(await renameIn(context, tx, account, username, choice)))
      if (email !== undefined) events.push(...(await setEmailIn(context, tx, account, email)))
      if (code !== undefined) events.push(...(await setLanguageIn(tx, account, code)))
      if (passwordHash !== undefined) events.push(...(await setPasswordIn(tx, account, passwordHash)))
      // All notices go to the owner as they were before: a new email address among the changes may be a thief's.
      const owner = toAccount(before, context.clock())
      for (const event of events) event.owner = owner
      return { events }
    })
  } catch (error) {
    if (!(error instanceof UniqueViolation)) throw error
    throw new Refused(isNameKey(error.key) ? 'username_taken' : 'email_taken', { cause: error })
  }
  return accountById(context, account.id)
}
