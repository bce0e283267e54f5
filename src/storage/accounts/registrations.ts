import { first, type Queries, reads, type Transaction, writes } from '../engine/database.ts'
import type { RegistrationRow } from '../schema/schema.ts'

/** How many may wait: all together, and of one network. */
export interface WaitingLimits {
  all: number
  network: number
}

/**
 * Makes room first where too many wait: the oldest of its own network goes, or else the oldest of the network that has
 * most.
 */
export async function insertRegistration(
  tx: Transaction,
  row: RegistrationRow,
  limits: WaitingLimits,
): Promise<void> {
  const ofNetwork = await first(tx, countOfNetwork, [row.network])
  if (Number(ofNetwork?.count ?? 0) >= limits.network) await tx.run(deleteOldestOf, [row.network])
  else {
    const all = await first(tx, countOfAll, [])
    if (Number(all?.count ?? 0) >= limits.all) await tx.run(deleteOldestOfLargest, [])
  }
  await tx.query.insertInto('registration').values(row).execute()
}

const countOfNetwork = reads<{ count: number | string }>(
  'registrations_of_network',
  'select count(*) as count from registration where network = $1',
)

const countOfAll = reads<{ count: number | string }>(
  'registrations_of_all',
  'select count(*) as count from registration',
)

const deleteOldest = (network: string) => `delete from registration where digest in
  (select digest from registration where network = ${network} order by expires_at, digest limit 1)`

const deleteOldestOf = writes('delete_oldest_registration', deleteOldest('$1'))

const deleteOldestOfLargest = writes(
  'delete_oldest_registration_of_largest',
  deleteOldest('(select network from registration group by network order by count(*) desc, network limit 1)'),
)

const byDigest = reads<RegistrationRow>(
  'registration_by_digest',
  'select * from registration where digest = $1 and expires_at > $2',
)

export const registrationByDigest = (db: Queries, digest: string, now: number) =>
  first(db, byDigest, [digest, now])

/** Whether a registration with another e-mail that expires after an instant has the name. */
export async function isNameWaiting(
  db: Queries,
  username: string,
  email: string,
  after: number,
): Promise<boolean> {
  const rows = await db.run(waiting, [username, email, after])
  return rows.length > 0
}

const waiting = reads<{ digest: string }>(
  'name_waiting',
  `select digest from registration
   where username_folded = $1 and email_folded <> $2 and expires_at > $3 limit 1`,
)

/** The last registration of a browser with this e-mail that is waiting to be confirmed. */
export const registrationOfBrowser = (db: Queries, email: string, browser: string, now: number) =>
  first(db, byBrowser, [email, browser, now])

const byBrowser = reads<RegistrationRow>(
  'registration_of_browser',
  `select * from registration
   where email_folded = $1 and browser = $2 and expires_at > $3 order by expires_at desc limit 1`,
)

/** Takes it, with all others of the same e-mail: of several at once, by whichever of the links, one is given it. */
export async function takeRegistration(
  tx: Transaction,
  digest: string,
  now: number,
): Promise<RegistrationRow | undefined> {
  const rows = await tx.run(takeAllOfEmail, [digest, now])
  return rows.find((row) => row.digest === digest)
}

/** One statement: two that each held their own row would wait for the row of the other. */
const takeAllOfEmail = writes<RegistrationRow>(
  'take_registration',
  `delete from registration where email_folded =
     (select email_folded from registration where digest = $1 and expires_at > $2) returning *`,
)

export async function deleteRegistration(db: Queries, digest: string): Promise<void> {
  await db.query.deleteFrom('registration').where('digest', '=', digest).execute()
}
