// What somebody has proved again before a form that always asks, and the codes by mail that are still to be typed. Both
// are rows of `credential`, so that they end with all other credentials of the account.
import { deleteSurplusCredentials } from '../credentials/insert-credential.ts'
import { type Queries, writes } from '../engine/database.ts'
import { executes, readsFirst, writesAny } from '../engine/queries.ts'

/** `step-up` is a proof, and `step-up-code` a code that was mailed. */
export type StepUpKind = 'step-up' | 'step-up-code'

interface NewStepUp {
  /** Stands for a session and a form. */
  digest: string
  kind: StepUpKind
  account_id: string
  credentials_version: number
  /** The keyed digest of a code; empty for a proof. */
  code: string
  issued_at: number
  expires_at: number
}

const put = writes<{ digest: string }>(
  'put_step_up',
  `insert into credential
     (digest, kind, account_id, credentials_version, rights, client, issued_at, expires_at,
      first_used_at, last_used_at)
   select cast($1 as text), cast($2 as text), id, credentials_version, '', cast($3 as text),
     cast($4 as bigint), cast($5 as bigint), cast($4 as bigint), cast($4 as bigint)
   from account where id = $6 and credentials_version = $7
   on conflict (digest) do update set client = excluded.client, issued_at = excluded.issued_at,
     expires_at = excluded.expires_at, credentials_version = excluded.credentials_version
   returning digest`,
)

/** Stores it in place of an earlier one of the session and form. Returns false if the account's credentials have ended. */
export async function putStepUp(db: Queries, row: NewStepUp): Promise<boolean> {
  const { digest, kind, code, issued_at, expires_at, account_id, credentials_version } = row
  const values = [digest, kind, code, issued_at, expires_at, account_id, credentials_version]
  const stored = await db.run(put, values)
  await deleteSurplusCredentials(db, account_id, kind, issued_at)
  return stored.length === 1
}

const isGood = `expires_at > $3 and credentials_version =
  (select account.credentials_version from account where account.id = credential.account_id)`

/** Returns it, with the digest of its code; undefined if it has ended. */
export const stepUp = readsFirst<{ code: string }, [digest: string, kind: StepUpKind, now: number]>(
  'step_up',
  `select client as code from credential where digest = $1 and kind = $2 and ${isGood}`,
)

/** Uses it up. Returns true for exactly one of several concurrent callers. */
export const useStepUp = writesAny<[digest: string, kind: StepUpKind, now: number]>(
  'use_step_up',
  `delete from credential where digest = $1 and kind = $2 and ${isGood} returning digest`,
)

export const deleteStepUp = executes<[digest: string, kind: StepUpKind]>(
  'delete_step_up',
  'delete from credential where digest = $1 and kind = $2',
)
