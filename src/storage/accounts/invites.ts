import { first, reads, type Transaction, writes } from '../engine/database.ts'
import { executes, readsAll, readsFirst, readsNumber, writesFirst } from '../engine/queries.ts'
import { inserts } from '../engine/rows.ts'
import type { InviteRow } from '../schema/rows/accounts.ts'

export const insertInvite = inserts('invite')

/** An invite with the number of people whose registrations with it wait. */
export type CountedInviteRow = InviteRow & { waiting: number }

/** The people are told apart by their addresses: a link that is sent again makes another row. */
const waitingOf = 'select count(distinct email_folded) from registration where invite_id = invite.id'

/** Returns the invites, the newest first. */
export const invites = readsAll<CountedInviteRow, [now: number]>(
  'invites',
  `select invite.*, (${waitingOf} and registration.expires_at > $1) as waiting
   from invite order by created_at desc, id`,
)

/** Returns 1 if there is an invite, otherwise 0. */
export const countInvites = readsNumber(
  'count_invites',
  'select count(*) from (select 1 as one from invite limit 1) as counted',
)

export const deleteInvite = writesFirst<InviteRow, [digest: string], Transaction>(
  'delete_invite',
  'delete from invite where digest = $1 returning *',
)

// An update that changes nothing locks the row, so that of two concurrent requests the second sees what the first has
// taken.
const lock = writes<InviteRow>(
  'lock_invite',
  `update invite set uses = uses
   where digest = $1 and uses > 0 and (expires_at is null or expires_at > $2) returning *`,
)

/** The person who wants to register: what they have reserved before does not stand in their way. */
interface Registrant {
  email_folded: string
  /** The digest of the secret of their browser. */
  browser: string
}

const waitingBeside = reads<{ waiting: number }>(
  'registrations_of_others',
  `select count(distinct email_folded) as waiting from registration
   where invite_id = $1 and expires_at > $2 and email_folded <> $3 and browser <> $4`,
)

/**
 * Returns the invite, locked until the transaction ends, if it allows one more registration than those of others that
 * wait.
 */
export async function inviteLeft(
  tx: Transaction,
  digest: string,
  by: Registrant,
  now: number,
): Promise<InviteRow | undefined> {
  const invite = await first(tx, lock, [digest, now])
  if (!invite) return undefined
  const counted = await first(tx, waitingBeside, [invite.id, now, by.email_folded, by.browser])
  return (counted?.waiting ?? 0) < invite.uses ? invite : undefined
}

/** Locks an invite that may be gone, before the registrations that used it, as `inviteLeft` does. */
export const lockInvite = executes<[id: string], Transaction>(
  'lock_invite_of_registration',
  'update invite set uses = uses where id = $1',
)

/**
 * Returns an invite, dead or alive, with the title of its group and the number of people who wait with it in other
 * browsers. Nothing is locked: somebody else may use it before.
 */
export const openedInvite = readsFirst<
  Omit<CountedInviteRow, 'code'> & { group_title: string | null },
  [digest: string, now: number, browser: string]
>(
  'opened_invite',
  `select id, digest, uses, created_at, expires_at, group_name,
     (select title from player_group where name = group_name) as group_title,
     (${waitingOf} and registration.expires_at > $2 and browser <> $3) as waiting
   from invite where digest = $1`,
)

/** Counts one use. Does nothing if the invite was revoked meanwhile. */
export const useInvite = executes<[id: string], Transaction>(
  'use_invite',
  'update invite set uses = uses - 1 where id = $1 and uses > 0',
)
