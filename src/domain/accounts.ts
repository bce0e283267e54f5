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
  insertUsernameHistory,
  updateAccount,
  updateUsername,
  usernameChangedAt,
  usernamesOf,
} from '../storage/accounts.ts'
import { type Database, UniqueViolation } from '../storage/database.ts'
import { wornTextures } from '../storage/profiles.ts'
import type { AccountRow } from '../storage/schema.ts'
import type { Services } from './services.ts'

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

export async function createAccount(services: Services, account: NewAccount): Promise<Account> {
  const { db, clock, random, passwords } = services
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
    await db.transaction((tx) => insertAccount(tx, row))
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
export async function findAccount(services: Services, text: string): Promise<Account | undefined> {
  const key = accountKey(text)
  const row = key && (await accountByKey(services.db, key))
  return row && toAccount(row, services.clock())
}

/** A page of all accounts in the order of their ids. */
export async function listAccounts(
  services: Services,
  page: { after?: string; limit: number },
): Promise<Account[]> {
  const rows = await accountsAfter(services.db, page.after ?? '', page.limit)
  return rows.map((row) => toAccount(row, services.clock()))
}

/**
 * Tokens stay good; the next answer bears the new name. A change of letter case alone is a rename too.
 * Refuses with `username_changed_lately` where the name was changed after `notSince`.
 */
export async function renameAccount(
  services: Services,
  account: Account,
  username: string,
  notSince = Number.POSITIVE_INFINITY,
): Promise<Account> {
  if (!isUsername(username)) throw new Refused('username_malformed')
  const { id } = account
  const now = services.clock()
  try {
    await services.db.transaction(async (tx) => {
      // First, since it locks the row: of two changes at once the second sees the first.
      await updateUsername(tx, id, { username, username_folded: fold(username) })
      if (notSince < now && (await usernameChangedAt(tx, id)) > notSince)
        throw new Refused('username_changed_lately', { about: id })
      await insertUsernameHistory(tx, id, username, now)
    })
  } catch (error) {
    if (error instanceof UniqueViolation) throw new Refused('username_taken', { cause: error })
    throw error
  }
  return reread(services, account)
}

/** Ends every token, grant and pending join. */
export async function setPassword(services: Services, account: Account, password: string): Promise<Account> {
  if (!isPassword(password)) throw new Refused('password_malformed')
  const password_hash = await services.passwords.hash(password)
  await services.db.transaction((tx) => endCredentials(tx, account.id, { password_hash }))
  return reread(services, account)
}

/** Ends every token, grant and pending join; what they were stays dead after the suspension. */
export async function suspendAccount(
  services: Services,
  account: Account,
  suspension: { reason?: string; until?: number },
): Promise<Account> {
  const suspended = {
    suspended_at: services.clock(),
    suspended_until: suspension.until ?? null,
    suspension_reason: suspension.reason ?? null,
  }
  await services.db.transaction((tx) => endCredentials(tx, account.id, suspended))
  return reread(services, account)
}

export async function restoreAccount(services: Services, account: Account): Promise<Account> {
  const none = { suspended_at: null, suspended_until: null, suspension_reason: null }
  await updateAccount(services.db, account.id, none)
  return reread(services, account)
}

/** The account and all that hangs on it are gone; its name and e-mail are free again. */
export async function deleteAccount(services: Services, account: Account): Promise<void> {
  await deleteAccountRow(services.db, account.id)
}

/** Every name the account has had, the oldest first, with the instant at which it took it. */
export async function usernameHistory(
  services: Services,
  account: Account,
): Promise<{ username: string; changedAt: number }[]> {
  const rows = await usernamesOf(services.db, account.id)
  return rows.map((row) => ({ username: row.username, changedAt: row.changed_at }))
}

async function reread(services: Services, account: Account): Promise<Account> {
  const row = await accountByKey(services.db, { column: 'id', value: account.id })
  if (!row) throw new Refused('account_unknown')
  return toAccount(row, services.clock())
}
