import { first, type Queries, reads, type Transaction } from '../engine/database.ts'
import type { GameServerKeyRow } from '../schema/schema.ts'

/** Returns the condition that a digest belongs to a key that is current or within its grace period. */
export const isKeyGood = (digest: string, now: string): string =>
  `game_server_key.digest = ${digest} and (game_server_key.ends_at is null or game_server_key.ends_at > ${now})`

const byDigest = reads<{ id: string; name: string }>(
  'game_server_by_key',
  `select game_server.id, game_server.name from game_server_key
   join game_server on game_server.id = game_server_key.server_id where ${isKeyGood('$1', '$2')}`,
)

/** Returns the server of a valid key. */
export const serverByKey = (db: Queries, digest: string, now: number) => first(db, byDigest, [digest, now])

const inForce = reads<GameServerKeyRow>(
  'game_server_key_in_force',
  'select * from game_server_key where server_id = $1 and ends_at is null',
)

/** Returns the current key of a server. */
export const keyInForce = (db: Queries, serverId: string) => first(db, inForce, [serverId])

/** Inserts a key. Throws UniqueViolation if the server already has a current one. */
export async function insertKey(tx: Transaction, row: GameServerKeyRow): Promise<void> {
  await tx.query.insertInto('game_server_key').values(row).execute()
}

/** Ends the current key at this instant. Older keys keep their own end. */
export async function endKey(tx: Transaction, serverId: string, ends_at: number): Promise<void> {
  await tx.query
    .updateTable('game_server_key')
    .set({ ends_at })
    .where('server_id', '=', serverId)
    .where('ends_at', 'is', null)
    .execute()
}
