import { sql } from 'kysely'
import { raiseVersionsOfCharacters } from '../accounts/characters.ts'
import type { Transaction } from '../engine/database.ts'
import { executes, writesColumn } from '../engine/queries.ts'
import { changes } from '../engine/rows.ts'
import type { AccountRow } from '../schema/rows/accounts.ts'
import { deleteAppPasswordsOf } from './app-passwords.ts'

// Each credential holds the version that its account had when it was made, and is dead once the account has another. App
// passwords have no version: what raises `credentials_version` deletes them, except for a signout of a launcher and a
// suspension.
//
// | version of an account | what raises it | what ends with it |
// | --- | --- | --- |
// | `credentials_version` | signing out everywhere; a new password; turning a second factor on; undoing one by email; a suspension; asking for deletion; a stolen tokens key; restoring a backup | launcher tokens, sessions of the pages, sign-ins between their two steps, OAuth grants and tokens, pending joins, one-time links, links to a new email address; a player's certificates get another key pair |
// | `secrets_version` | a new password; turning a second factor on or off | links to choose a new password or to confirm an email address, one-time links; the addresses that the account is known at |

/** Fields that may change together with the end of all credentials. */
export type CredentialsChange = Partial<
  Pick<
    AccountRow,
    | 'password_hash'
    | 'totp_secret'
    | 'totp_since'
    | 'suspended_at'
    | 'suspended_until'
    | 'suspension_reason'
    | 'suspended_by'
    | 'deletes_at'
  >
>

/**
 * Changes the account and ends all tokens, grants, pending joins and app passwords of all its players, except for the
 * credential with `keptDigest`. Returns the number of ended credentials, without the app passwords, or undefined if
 * there is no such account. Of a character, its own end.
 */
export async function endCredentials(
  tx: Transaction,
  id: string,
  change: CredentialsChange = {},
  keptDigest = '',
): Promise<number | undefined> {
  const ended = await endTokens(tx, id, change, keptDigest)
  if (ended === undefined) return undefined
  await deleteAppPasswordsOf(tx, id)
  let endedOfCharacters = 0
  for (const character of await endVersionsOfCharacters(tx, id))
    endedOfCharacters += await deleteTokens(tx, character, '')
  return ended + endedOfCharacters
}

/**
 * Ends all credentials like `endCredentials`, but no app password: a launcher that signs out wants to sign in again. The
 * characters of the account keep theirs, since other launchers have them.
 */
export async function endTokens(
  tx: Transaction,
  id: string,
  change: CredentialsChange = {},
  keptDigest = '',
): Promise<number | undefined> {
  if (!(await endByVersion(tx, id, change))) return undefined
  await keep(tx, id, keptDigest)
  return deleteTokens(tx, id, keptDigest)
}

/** Deletes the grants and tokens of a player, whose version was raised. Returns how many there were. */
async function deleteTokens(tx: Transaction, id: string, keptDigest: string): Promise<number> {
  // Grants first, because issuing a token locks its grant first. Their tokens are deleted with them.
  const grants = await deleteGrants(tx, id)
  const others = await deleteOthers(tx, id, keptDigest)
  return grants.length + others.length
}

/** A sign-in on its way as a character ends with them, since the token that it stores has the former version. */
async function endVersionsOfCharacters(tx: Transaction, id: string): Promise<string[]> {
  const characters = (await raiseVersionsOfCharacters(tx, id)).toSorted()
  for (const character of characters) await deleteJoins(tx, character)
  return characters
}

const keep = executes<[accountId: string, digest: string], Transaction>(
  'keep_credential',
  'update credential set credentials_version = credentials_version + 1 where digest = $2 and account_id = $1',
)

const deleteGrants = writesColumn<string, [accountId: string]>(
  'delete_grants_of_account',
  'delete from oauth_grant where account_id = $1 returning id',
)

const deleteOthers = writesColumn<string, [accountId: string, kept: string]>(
  'delete_other_credentials',
  'delete from credential where account_id = $1 and digest <> $2 returning digest',
)

/**
 * Ends all credentials of all players of the account, but keeps their rows until they are swept. They are invalid because
 * of their version, and show that it was not their owner who ended them.
 */
export async function endCredentialsBySuspension(
  tx: Transaction,
  id: string,
  suspension: Pick<AccountRow, 'suspended_at' | 'suspended_until' | 'suspension_reason' | 'suspended_by'>,
): Promise<boolean> {
  if (!(await endByVersion(tx, id, suspension))) return false
  for (const player of [id, ...(await endVersionsOfCharacters(tx, id))]) await forgetPresence(tx, player)
  return true
}

export const changesSecrets = ({ password_hash, totp_secret }: CredentialsChange): boolean =>
  password_hash !== undefined || totp_secret !== undefined

const update = changes('account')

/** Returns false if there is no such account. */
async function endByVersion(tx: Transaction, id: string, change: CredentialsChange): Promise<boolean> {
  const secrets = changesSecrets(change) ? (['secrets_version'] as const) : []
  if (!(await update(tx, id, change, ['credentials_version', ...secrets]))) return false
  await deleteJoins(tx, id)
  return true
}

const deleteJoins = executes<[accountId: string], Transaction>(
  'delete_joins_of_account',
  'delete from pending_join where account_id = $1',
)

/** Forgets what all games of a player have reported. Otherwise a report goes with its token. */
export const forgetPresence = executes<[accountId: string]>(
  'forget_presence',
  'delete from presence where account_id = $1',
)

/** Ends all tokens, grants, pending joins and app passwords of all accounts, including those that are being issued. */
export async function endAllCredentials(tx: Transaction): Promise<void> {
  if (tx.dialect === 'postgres') {
    // Without the lock, this could deadlock with a sweep, which deletes rows in another order.
    await sql`lock table oauth_grant, app_password, credential, pending_join in share row exclusive mode`.execute(
      tx.query,
    )
  }
  for (const end of endingAll) await end(tx)
}

const endingAll = [
  executes<[], Transaction>(
    'raise_all_credentials_versions',
    'update account set credentials_version = credentials_version + 1',
  ),
  executes<[], Transaction>('delete_all_grants', 'delete from oauth_grant'),
  executes<[], Transaction>('delete_all_credentials', 'delete from credential'),
  executes<[], Transaction>('delete_all_joins', 'delete from pending_join'),
  executes<[], Transaction>('delete_all_app_passwords', 'delete from app_password'),
]
