import { type Account, readLanguage } from '../../model/accounts/account.ts'
import type { Actor } from '../../model/accounts/actor.ts'
import { malformed } from '../../model/errors/families.ts'
import type { AuditEvent } from '../../model/records/audit.ts'
import { updateAccount } from '../../storage/accounts/accounts.ts'
import type { Transaction } from '../../storage/engine/database.ts'
import { change } from '../change.ts'
import { lockedOwner } from '../characters/account-only.ts'
import type { ChangeContext } from '../context.ts'
import { accountById } from './find.ts'

/** Changes the language, a code in any notation such as `pt-BR` or `pt_br`. Throws Refused `malformed`, `account_only`. */
export async function setLanguage(
  context: ChangeContext,
  by: Actor,
  account: Account,
  language: string,
): Promise<Account> {
  const code = codeOfLanguage(language)
  await change(context, by, async (tx) => ({ events: await setLanguageIn(tx, account, code) }))
  return accountById(context, account.id)
}

/** Reads the code of a language in any notation. Throws Refused `malformed`. */
export function codeOfLanguage(language: string): string {
  const code = readLanguage(language)
  if (code === undefined) throw malformed('language', 'the code of a language, such as en or pt-BR')
  return code
}

/** Changes the language as part of a larger change and returns the events. */
export async function setLanguageIn(
  tx: Transaction,
  { id }: Account,
  language: string,
): Promise<AuditEvent[]> {
  const before = await lockedOwner(tx, id)
  if (before.language === language) return []
  await updateAccount(tx, id, { language })
  const details = { from: before.language, to: language }
  return [{ event: 'account.language_changed', account: id, details }]
}
