import { executes, readsAll, readsFirst, writesAll } from '../engine/queries.ts'
import { inserts } from '../engine/rows.ts'
import type { NeighbourKeyRow } from '../schema/rows/neighbours.ts'

/** Returns the keys of a neighbour, the oldest first. */
export const keysOfNeighbour = readsAll<NeighbourKeyRow, [id: string]>(
  'keys_of_neighbour',
  'select * from neighbour_key where neighbour_id = $1 order by use, first_seen, spki',
)

/** Returns the keys for chat that a game server is given: those confirmed, or first seen by `heldSince`. */
export const chatKeysAtServer = readsAll<{ spki: string }, [server: string, heldSince: number]>(
  'chat_keys_at_game_server',
  `select distinct neighbour_key.spki
   from game_server join game_server_neighbour on game_server_neighbour.server_id = game_server.id
     join neighbour on neighbour.id = game_server_neighbour.neighbour_id
     join neighbour_key on neighbour_key.neighbour_id = neighbour.id
   where game_server.name = $1 and neighbour.paused_at is null and neighbour.chat_keys = 1
     and neighbour_key.use = 'chat' and (confirmed_at is not null or first_seen <= $2)
   order by neighbour_key.spki`,
)

const isReadingDue = `paused_at is null and (coalesce(keys_read_at, 0) <= $1 or keys_read_at > $2)
   and (keys_url is not null or kind = 'authlib-injector')`

/** Returns a neighbour whose keys `claimKeyReadings` would claim, if there is one. A claim has to wait for the writer. */
export const anyKeysDue = readsFirst<{ id: string }, [before: number, after: number]>(
  'any_keys_due',
  `select id from neighbour where ${isReadingDue} limit 1`,
)

/**
 * Claims the next reading of the keys of each neighbour that was last read by an instant, or after another one, which the
 * clock has been set back from. Returns their ids.
 */
export const claimKeyReadings = writesAll<{ id: string }, [before: number, after: number, now: number]>(
  'claim_key_readings',
  `update neighbour set keys_read_at = $3 where ${isReadingDue} returning id`,
)

/** Confirms the keys of a neighbour that wait for it, and returns them. */
export const confirmNeighbourKeys = writesAll<NeighbourKeyRow, [id: string, now: number]>(
  'confirm_neighbour_keys',
  'update neighbour_key set confirmed_at = $2 where neighbour_id = $1 and confirmed_at is null returning *',
)

export const insertNeighbourKey = inserts('neighbour_key')

export const deleteNeighbourKey = executes<[id: string, use: string, spki: string]>(
  'delete_neighbour_key',
  'delete from neighbour_key where neighbour_id = $1 and use = $2 and spki = $3',
)
