import { fold } from '../lib/fold.ts'
import { parseUuid } from '../lib/uuid.ts'
import {
  type Account,
  accountKey,
  isEmail,
  isLanguage,
  isPassword,
  isUsername,
  type Suspension,
} from '../model/account.ts'
import { Refused } from '../model/refusal.ts'
import {
  accountByKey,
  accountsAfter,
  deleteAccountRow,
  endCredentials,
  insertAccount,
  updateAccount,
  updateUsername,
  usernamesOf,
} from '../storage/accounts.ts'
import { type Database, UniqueViolation } from '../storage/database.ts'
import { wornTextures } from '../storage/profiles.ts'
import type { AccountRow } from '../storage/schema.ts'
import type { Context } from './context.ts'

export function suspensionOf(row: AccountRow, now: number): Suspension | undefined {
  if (row.suspended_at === null) return undefined
  if (row.suspended_until !== null && row.suspended_until <= now) return undefined
  return {
    at: row.suspended_at,
    until: row.suspended_until ?? undefined,
    reason: row.suspension_reason ?? undefined,
  }
}

export function toAccount(row: AccountRow, now: number): Account {
  return {
    id: row.id,
    username: row.username,
    email: row.email,
    language: row.language,
    createdAt: row.created_at,
    credentialsVersion: row.credentials_version,
    hasSecondFactor: row.totp_secret !== null,
    suspension: suspensionOf(row, now),
    textures: wornTextures(row),
  }
}

export interface NewAccount {
  username: string
  email: string
  password: string
  language: string
  /** A UUID in any form; made where absent. */
  id?: string
}

export async function createAccount(context: Context, account: NewAccount): Promise<Account> {
  const { db, clock, random, passwords } = context
  const { username, email, password, language } = account
  const id = account.id === undefined ? random.uuid() : parseUuid(account.id)
  if (id === undefined) throw new Refused('uuid_malformed')
  if (!isUsername(username)) throw new Refused('username_malformed')
  if (!isEmail(email)) throw new Refused('email_malformed')
  if (!isLanguage(language)) throw new Refused('language_malformed')
  if (!isPassword(password)) throw new Refused('password_malformed')
  const row = newAccountRow({
    id,
    username,
    email,
    passwordHash: await passwords.hash(password),
    language,
    totpSecret: null,
    createdAt: clock(),
  })
  try {
    await insertAccount(db, row)
  } catch (error) {
    if (error instanceof UniqueViolation) throw await taken(db, row, error)
    throw error
  }
  return toAccount(row, clock())
}

/** The row of an account that has neither worn anything nor been suspended yet. */
export function newAccountRow(account: {
  id: string
  username: string
  email: string
  passwordHash: string
  language: string
  totpSecret: string | null
  createdAt: number
}): AccountRow {
  return {
    id: account.id,
    username: account.username,
    username_folded: fold(account.username),
    email: account.email,
    email_folded: fold(account.email),
    password_hash: account.passwordHash,
    credentials_version: 0,
    language: account.language,
    totp_secret: account.totpSecret,
    skin_hash: null,
    skin_model: null,
    cape_hash: null,
    suspended_at: null,
    suspended_until: null,
    suspension_reason: null,
    created_at: account.createdAt,
  }
}

/** Which of its keys another account has. */
async function taken(db: Database, row: AccountRow, cause: UniqueViolation): Promise<Refused> {
  if (await accountByKey(db, { column: 'username_folded', value: row.username_folded })) {
    return new Refused('username_taken', { cause })
  }
  if (await accountByKey(db, { column: 'email_folded', value: row.email_folded })) {
    return new Refused('email_taken', { cause })
  }
  return new Refused('id_taken', { cause })
}

/** By username, e-mail or UUID, in any letter case. */
export async function findAccount(context: Context, text: string): Promise<Account | undefined> {
  const key = accountKey(text)
  const row = key && (await accountByKey(context.db, key))
  return row && toAccount(row, context.clock())
}

/** A page of all accounts in the order of their ids. */
export async function listAccounts(
  context: Context,
  page: { after?: string; limit: number },
): Promise<Account[]> {
  const rows = await accountsAfter(context.db, page.after ?? '', page.limit)
  return rows.map((row) => toAccount(row, context.clock()))
}

/**
 * Tokens stay good; the next answer bears the new name. A change of letter case alone is a rename too.
 * Refuses with `username_changed_lately` where the name was changed after `notSince`.
 */
export async function renameAccount(
  context: Context,
  account: Account,
  username: string,
  notSince?: number,
): Promise<Account> {
  if (!isUsername(username)) throw new Refused('username_malformed')
  const name = { username, username_folded: fold(username) }
  try {
    await updateUsername(context.db, account.id, name, context.clock(), notSince)
  } catch (error) {
    if (error instanceof UniqueViolation) throw new Refused('username_taken', { cause: error })
    throw error
  }
  return reread(context, account)
}

/** Ends every token, grant and pending join. */
export async function setPassword(context: Context, account: Account, password: string): Promise<Account> {
  if (!isPassword(password)) throw new Refused('password_malformed')
  await endCredentials(context.db, account.id, { password_hash: await context.passwords.hash(password) })
  return reread(context, account)
}

/** Ends every token, grant and pending join; what they were stays dead after the suspension. */
export async function suspendAccount(
  context: Context,
  account: Account,
  suspension: { reason?: string; until?: number },
): Promise<Account> {
  await endCredentials(context.db, account.id, {
    suspended_at: context.clock(),
    suspended_until: suspension.until ?? null,
    suspension_reason: suspension.reason ?? null,
  })
  return reread(context, account)
}

export async function restoreAccount(context: Context, account: Account): Promise<Account> {
  const none = { suspended_at: null, suspended_until: null, suspension_reason: null }
  await updateAccount(context.db, account.id, none)
  return reread(context, account)
}

/** The account and all that hangs on it are gone; its name and e-mail are free again. */
export async function deleteAccount(context: Context, account: Account): Promise<void> {
  await deleteAccountRow(context.db, account.id)
}

/** Every name the account has had, the oldest first, with the instant at which it took it. */
export async function usernameHistory(
  context: Context,
  account: Account,
): Promise<{ username: string; changedAt: number }[]> {
  const rows = await usernamesOf(context.db, account.id)
  return rows.map((row) => ({ username: row.username, changedAt: row.changed_at }))
}

async function reread(context: Context, account: Account): Promise<Account> {
  const row = await accountByKey(context.db, { column: 'id', value: account.id })
  if (!row) throw new Refused('account_unknown')
  return toAccount(row, context.clock())
}
