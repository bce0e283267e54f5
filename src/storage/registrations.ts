import { first, type Queries, reads, type Transaction, writes } from './database.ts'
import type { RegistrationRow } from './schema.ts'

const insert = writes<{ digest: string }>(
  'insert_registration',
  `insert into registration
     (digest, username, username_folded, email, email_folded, password_hash, language, invite_id, expires_at)
   select cast($1 as text), cast($2 as text), cast($3 as text), cast($4 as text), cast($5 as text),
     cast($6 as text), cast($7 as text), cast($8 as text), cast($9 as bigint)
   where (select count(*) from registration) < cast($10 as bigint)
   returning digest`,
)

/**
 * False, and nothing is written, where `limit` are waiting already. Throws UniqueViolation where somebody else's
 * has the name.
 */
export async function insertRegistration(
  tx: Transaction,
  row: RegistrationRow,
  limit: number,
): Promise<boolean> {
  const written = await tx.run(insert, [
    row.digest,
    row.username,
    row.username_folded,
    row.email,
    row.email_folded,
    row.password_hash,
    row.language,
    row.invite_id,
    row.expires_at,
    limit,
  ])
  return written.length === 1
}

/** Of a name: what has expired, and what the same e-mail has asked for before. */
export async function deleteReplacedRegistrations(
  tx: Transaction,
  username: string,
  email: string,
  now: number,
): Promise<void> {
  await tx.query
    .deleteFrom('registration')
    .where('username_folded', '=', username)
    .where((row) => row.or([row('expires_at', '<=', now), row('email_folded', '=', email)]))
    .execute()
}

const byDigest = reads<RegistrationRow>(
  'registration_by_digest',
  'select * from registration where digest = $1 and expires_at > $2',
)

export const registrationByDigest = (db: Queries, digest: string, now: number) =>
  first(db, byDigest, [digest, now])

/** Whether a name waits for the confirmation of another e-mail. */
export async function isNameWaiting(
  db: Queries,
  username: string,
  email: string,
  now: number,
): Promise<boolean> {
  const rows = await db.run(waiting, [username, email, now])
  return rows.length > 0
}

const waiting = reads<{ digest: string }>(
  'name_waiting',
  `select digest from registration
   where username_folded = $1 and email_folded <> $2 and expires_at > $3 limit 1`,
)

/** Takes it, with all others of the same e-mail: of several at once one is given it. */
export async function takeRegistration(
  tx: Transaction,
  digest: string,
  now: number,
): Promise<RegistrationRow | undefined> {
  const row = await tx.query
    .deleteFrom('registration')
    .where('digest', '=', digest)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst()
  if (row) await tx.query.deleteFrom('registration').where('email_folded', '=', row.email_folded).execute()
  return row
}

export async function deleteRegistration(db: Queries, digest: string): Promise<void> {
  await db.query.deleteFrom('registration').where('digest', '=', digest).execute()
}
