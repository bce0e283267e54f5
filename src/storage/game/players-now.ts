import { setImmediate as nextTurn } from 'node:timers/promises'
import { notSuspended } from '../credentials/conditions.ts'
import type { Queries } from '../engine/database.ts'
import { type Flag, flag } from '../engine/flags.ts'
import { readsAll } from '../engine/queries.ts'
import type { PresenceRow } from '../schema/rows/game.ts'

/** The last report of a game, and where its player was let in last. */
export type PlayingRow = Pick<PresenceRow, 'pmid' | 'until'> & {
  id: string
  username: string
  /** True if somebody plays who may be seen. Null if the report is no longer true. */
  shown: Flag | null
  /** The name of the game server below whose root the player has joined last, while the game plays on a server. */
  server: string | null
}

/** The number of reports that are read at once, so that the event loop is hardly delayed. */
const atOnce = 32

/** Also true if there is no such account. */
const mayBeSeen = (account: string): string =>
  `${account}.deletes_at is null and ${notSuspended('$4', account)}`

// Hidden players are read, too: looking for others could take long.
const batch = readsAll<PlayingRow, [until: number, id: string, pmid: string, now: number]>(
  'playing_after',
  `select seen.id, pmid, until, account.username, case when token is not null
       then ${flag(`status <> 'OFFLINE' and ${mayBeSeen('account')} and ${mayBeSeen('owner')}`)} end as shown,
     case when status = 'PLAYING_SERVER' then server end as server
   from (select account_id as id, pmid, until, status, token from presence
       where (until, account_id, pmid) > ($1, $2, $3)
       order by until, account_id, pmid limit ${atOnce}) as seen
     join account on account.id = seen.id
     left join account as owner on owner.id = account.owner_id
     left join attempt on subject = seen.id and step = 'hasJoined' and refused_at = 0
   order by until, seen.id, pmid`,
)

/**
 * Returns the reports that are true at `now`, at most so many, in the order in which they end. `isMore` is true if others
 * were not read.
 */
export async function playingAt(
  db: Queries,
  now: number,
  most: number,
): Promise<{ rows: PlayingRow[]; isMore: boolean }> {
  const rows: PlayingRow[] = []
  while (rows.length < most) {
    const last = rows.at(-1)
    const next = await batch(db, last?.until ?? now + 1, last?.id ?? '', last?.pmid ?? '', now)
    rows.push(...next)
    if (next.length < atOnce) return { rows, isMore: false }
    await nextTurn()
  }
  return { rows, isMore: true }
}
