// Passwords for launchers alone, which open no page (docs/decisions/0115-app-passwords.md).
import { newAppPassword } from '../../lib/crypto/app-password.ts'
import type { Account } from '../../model/accounts/account.ts'
import type { Actor } from '../../model/accounts/actor.ts'
import { numberedName } from '../../model/accounts/label.ts'
import { noSuch, requireRule, tooMany } from '../../model/errors/families.ts'
import {
  appPasswordsOf,
  deleteAppPassword,
  insertAppPassword,
} from '../../storage/credentials/app-passwords.ts'
import { offerAppPasswordUndo } from '../access/undo-app-password.ts'
import { change } from '../change.ts'
import { lockedOwner } from '../characters/account-only.ts'
import type { ChangeContext, ReadContext, SecretContext } from '../context.ts'
import { newAppPasswordDigest } from './app-password-use.ts'

/** The most app passwords of an account. Nobody has that many launchers. */
export const maxAppPasswords = 20

/** An app password as its owner and operators see it. */
export interface AppPassword {
  id: string
  name: string
  /** The UUID of the player that it signs in. */
  player: string
  createdAt: number
  /** Up to five minutes late. Null before the first use. */
  lastUsedAt: number | null
  /** The User-Agent of its last use. Null if the launcher sent none. */
  launcher: string | null
  address: string | null
}

/** Returns the account's app passwords, the oldest first. */
export async function listAppPasswords(
  { db }: ReadContext,
  { id }: Pick<Account, 'id'>,
): Promise<AppPassword[]> {
  return (await appPasswordsOf(db, id)).map((row) => ({
    id: row.id,
    name: row.name,
    player: row.player_id ?? id,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    launcher: row.user_agent,
    address: row.address,
  }))
}

/**
 * Creates an app password for a player of the account, and returns it; the database has only a digest. A name that the
 * account has already gets a number. Throws Refused `malformed`, `too_many`, `account_only`.
 */
export function createAppPassword(
  context: ChangeContext & SecretContext,
  by: Actor,
  { id: account_id }: Pick<Account, 'id'>,
  wanted: string,
  player: Pick<Account, 'id'> = { id: account_id },
): Promise<string> {
  requireRule('label', 'name', wanted)
  const { clock, random } = context
  const appPassword = newAppPassword(random.bytes)
  const id = random.uuid()
  return change(context, by, async (tx) => {
    // With the lock, concurrent requests see each other's app passwords.
    await lockedOwner(tx, account_id)
    const existing = await appPasswordsOf(tx, account_id)
    if (existing.length >= maxAppPasswords) throw tooMany('app-password', maxAppPasswords)
    const name = numberedName(
      wanted,
      existing.map((row) => row.name),
    )
    const created_at = clock()
    const digest = newAppPasswordDigest(context, appPassword)
    const unused = { last_used_at: null, user_agent: null, address: null }
    const player_id = player.id === account_id ? null : player.id
    await insertAppPassword(tx, { id, account_id, player_id, digest, name, created_at, ...unused })
    const sealToken = await offerAppPasswordUndo(context, tx, { id, account_id, created_at })
    return {
      events: [{ event: 'app_password.created', account: account_id, details: { id, name }, sealToken }],
      result: appPassword,
    }
  })
}

/** Ends an app password and the tokens that were issued with it. Throws Refused `unknown`, `account_only`. */
export async function removeAppPassword(
  context: ChangeContext,
  by: Actor,
  account: Pick<Account, 'id'>,
  id: string,
): Promise<void> {
  await change(context, by, async (tx) => {
    await lockedOwner(tx, account.id)
    const gone = await deleteAppPassword(tx, account.id, id)
    if (!gone) throw noSuch('app-password')
    const details = { id, name: gone.name }
    return { events: [{ event: 'app_password.deleted', account: account.id, details }] }
  })
}
