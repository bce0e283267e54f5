import { type Transaction, writes } from '../engine/database.ts'
import { executes, readsAny, readsFirst, readsNumber } from '../engine/queries.ts'
import { inserts } from '../engine/rows.ts'
import type { RegistrationRow } from '../schema/rows/accounts.ts'

/** The most registrations that may wait: in total, and from one network. */
interface WaitingLimits {
  all: number
  network: number
}

/**
 * Inserts a registration. If too many are waiting, it first deletes the oldest from the same network, or otherwise the
 * oldest from the network with the most.
 */
export async function insertRegistration(
  tx: Transaction,
  row: RegistrationRow,
  limits: WaitingLimits,
): Promise<void> {
  if ((await countOfNetwork(tx, row.network)) >= limits.network) await tx.run(deleteOldestOf, [row.network])
  else if ((await countOfAll(tx)) >= limits.all) await tx.run(deleteOldestOfLargest, [])
  await insert(tx, row)
}

const insert = inserts('registration')

const countOfNetwork = readsNumber<[network: string]>(
  'registrations_of_network',
  'select count(*) from registration where network = $1',
)

const countOfAll = readsNumber('registrations_of_all', 'select count(*) from registration')

const deleteOldest = (network: string) => `delete from registration where digest in
  (select digest from registration where network = ${network} order by expires_at, digest limit 1)`

const deleteOldestOf = writes('delete_oldest_registration', deleteOldest('$1'))

const deleteOldestOfLargest = writes(
  'delete_oldest_registration_of_largest',
  deleteOldest('(select network from registration group by network order by count(*) desc, network limit 1)'),
)

export const registrationByDigest = readsFirst<RegistrationRow, [digest: string, now: number]>(
  'registration_by_digest',
  'select * from registration where digest = $1 and expires_at > $2',
)

/**
 * Returns true if a registration by another browser, for another email address, that expires after an instant has the
 * name.
 */
export const isNameWaiting = readsAny<[username: string, email: string, browser: string, after: number]>(
  'name_waiting',
  `select digest from registration
   where username_folded = $1 and email_folded <> $2 and browser <> $3 and expires_at > $4
   limit 1`,
)

/**
 * Deletes what a new registration by the same browser replaces: those with other addresses for the same name, and, if
 * it has an invite, those with other addresses for this invite, and all with other invites. Their addresses were
 * mistyped, or belong to somebody who let another go first, and one browser reserves one use of one invite.
 */
export const deleteReplaced = executes<
  [browser: string, email: string, username: string, inviteId: string | null]
>(
  'delete_replaced_registrations',
  `delete from registration where browser = $1
   and ((email_folded <> $2 and (username_folded = $3 or invite_id = cast($4 as text)))
     or invite_id <> cast($4 as text))`,
)

/** Returns the browser's last unconfirmed registration with this email address. */
export const registrationOfBrowser = readsFirst<
  RegistrationRow,
  [email: string, browser: string, now: number]
>(
  'registration_of_browser',
  `select * from registration
   where email_folded = $1 and browser = $2 and expires_at > $3 order by expires_at desc limit 1`,
)

/**
 * Takes a registration, along with all others for the same email address. Of several concurrent requests, through
 * whichever of the links, only one gets it.
 */
export async function takeRegistration(
  tx: Transaction,
  digest: string,
  now: number,
): Promise<RegistrationRow | undefined> {
  const rows = await tx.run(takeAllOfEmail, [digest, now])
  return rows.find((row) => row.digest === digest)
}

/** A single statement: two transactions that each locked their own row would wait for each other. */
const takeAllOfEmail = writes<RegistrationRow>(
  'take_registration',
  `delete from registration where email_folded =
     (select email_folded from registration where digest = $1 and expires_at > $2) returning *`,
)

export const deleteRegistration = executes<[digest: string]>(
  'delete_registration',
  'delete from registration where digest = $1',
)

/** Deletes all registrations for an email address, which an account has now. */
export const deleteRegistrationsOf = executes<[email: string], Transaction>(
  'delete_registrations_of_email',
  'delete from registration where email_folded = $1',
)
