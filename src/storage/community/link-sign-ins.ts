import type { Transaction } from '../engine/database.ts'
import { executes, writesFirst } from '../engine/queries.ts'
import { puts } from '../engine/rows.ts'

/** Stores a sign-in, which replaces the current one of the session at the neighbour. */
export const putLinkSignIn = puts('link_sign_in')

/** Uses up a sign-in. Returns undefined if the session has begun no such one at the neighbour, or it has expired. */
export const takeLinkSignIn = writesFirst<
  { state_digest: string },
  [session: string, neighbour: string, stateDigests: readonly string[], now: number]
>(
  'take_link_sign_in',
  `delete from link_sign_in
   where session = $1 and neighbour_id = $2 and state_digest = any_of($3) and expires_at > $4
   returning state_digest`,
)

/** Ends all sign-ins at a neighbour. */
export const deleteLinkSignIns = executes<[neighbour: string], Transaction>(
  'delete_link_sign_ins',
  'delete from link_sign_in where neighbour_id = $1',
)
