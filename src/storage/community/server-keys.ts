import type { Transaction } from '../engine/database.ts'
import { executes, readsAll, readsFirst } from '../engine/queries.ts'
import { inserts } from '../engine/rows.ts'
import type { GameServerKeyRow } from '../schema/rows/community.ts'

/** Returns the condition that a digest belongs to a key that is current or within its grace period. */
export const isKeyGood = (digest: string, now: string): string =>
  `game_server_key.digest = ${digest} and (game_server_key.ends_at is null or game_server_key.ends_at > ${now})`

/** Returns the server of a valid key. */
export const serverByKey = readsFirst<{ id: string; name: string }, [digest: string, now: number]>(
  'game_server_by_key',
  `select game_server.id, game_server.name from game_server_key
   join game_server on game_server.id = game_server_key.server_id where ${isKeyGood('$1', '$2')}`,
)

/** Returns the current key of a server. */
export const keyInForce = readsFirst<GameServerKeyRow, [serverId: string]>(
  'game_server_key_in_force',
  'select * from game_server_key where server_id = $1 and ends_at is null',
)

/** Returns all keys of a server. */
export const keysOf = readsAll<GameServerKeyRow, [serverId: string]>(
  'game_server_keys',
  'select * from game_server_key where server_id = $1',
)

/** Inserts a key. Throws UniqueViolation if the server already has a current one. */
export async function insertKey(tx: Transaction, row: Omit<GameServerKeyRow, 'admission'>): Promise<void> {
  await insert(tx, { ...row, admission: null })
  await renewAdmission(tx, row.server_id)
}

const insert = inserts('game_server_key')

/** Writes into each key of a server what decides who may join. Required after every change of the server. */
export const renewAdmission = executes<[serverId: string], Transaction>(
  'renew_admission',
  `update game_server_key set admission =
     (select id || ' ' || name || ' ' || case when paused_at is not null then 'paused'
         when characters = 'primary' then 'primary' else 'open' end
       || ' ' || case when tells_groups = 1 then 'on' else 'off' end || coalesce((select ' ' || string_agg(group_name, ' ')
         from game_server_group where server_id = game_server.id), '')
     from game_server where id = game_server_key.server_id)
   where server_id = $1`,
)

/** Ends the current key at this instant. Older keys keep their own end. */
export const endKey = executes<[serverId: string, endsAt: number], Transaction>(
  'end_game_server_key',
  'update game_server_key set ends_at = $2 where server_id = $1 and ends_at is null',
)
