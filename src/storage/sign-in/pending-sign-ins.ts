import { deleteSurplusCredentials } from '../credentials/insert-credential.ts'
import { type Queries, writes } from '../engine/database.ts'
import { type Flag, flag } from '../engine/flags.ts'
import { readsFirst, writesAny } from '../engine/queries.ts'

/** The kind of credential that stands for a proved password from which no session was made yet. */
const kind = 'sign-in'

interface PendingSignIn {
  account_id: string
  credentials_version: number
  /** The digest of the login as typed, to which further guesses are charged. */
  login: string
}

interface NewPendingSignIn extends PendingSignIn {
  digest: string
  issued_at: number
  expires_at: number
}

const insert = writes(
  'insert_pending_sign_in',
  `insert into credential
     (digest, kind, account_id, credentials_version, rights, client, issued_at, expires_at,
      first_used_at, last_used_at)
   select cast($1 as text), '${kind}', id, credentials_version, '', cast($2 as text),
     cast($3 as bigint), cast($4 as bigint), cast($3 as bigint), cast($3 as bigint)
   from account where id = $5 and credentials_version = $6`,
)

/** Stores a pending sign-in, even for a suspended account: its owner is told once the code is proved, too. */
export async function insertPendingSignIn(db: Queries, row: NewPendingSignIn): Promise<void> {
  const { digest, login, issued_at, expires_at, account_id, credentials_version } = row
  await db.run(insert, [digest, login, issued_at, expires_at, account_id, credentials_version])
  await deleteSurplusCredentials(db, account_id, kind, issued_at)
}

interface StoredPendingSignIn extends PendingSignIn {
  username: string
  /** Set if the account has a second factor. */
  needs_code: Flag
}

export const pendingSignIn = readsFirst<StoredPendingSignIn, [digest: string, now: number]>(
  'pending_sign_in',
  `select account_id, credential.credentials_version, client as login, username,
     ${flag('totp_secret is not null')} as needs_code
   from credential join account on account.id = credential.account_id
   where digest = $1 and kind = '${kind}' and expires_at > $2
     and credential.credentials_version = account.credentials_version`,
)

/** Returns true for exactly one of several concurrent callers. */
export const deletePendingSignIn = writesAny<[digest: string]>(
  'delete_pending_sign_in',
  `delete from credential where digest = $1 and kind = '${kind}' returning digest`,
)
