import { first, type Queries, reads, type Transaction, writes } from '../engine/database.ts'
import type { ApiTokenRow } from '../schema/schema.ts'

export async function insertApiToken(tx: Transaction, row: ApiTokenRow): Promise<void> {
  await tx.query.insertInto('api_token').values(row).execute()
}

/** Returns the tokens, the newest first. */
export function apiTokens(db: Queries): Promise<ApiTokenRow[]> {
  return db.query.selectFrom('api_token').selectAll().orderBy('created_at', 'desc').orderBy('id').execute()
}

/** Returns the ids of the tokens that were made with these. */
export async function apiTokensMadeBy(tx: Transaction, ids: readonly string[]): Promise<string[]> {
  const rows = await tx.query
    .selectFrom('api_token')
    .select('id')
    .where('maker_kind', '=', 'api')
    .where('maker_id', 'in', ids)
    .execute()
  return rows.map(({ id }) => id)
}

/** Deletes a token. Returns undefined if there is none with this id. */
export function deleteApiToken(tx: Transaction, id: string): Promise<ApiTokenRow | undefined> {
  return tx.query.deleteFrom('api_token').where('id', '=', id).returningAll().executeTakeFirst()
}

const byDigest = reads<ApiTokenRow>(
  'api_token_by_digest',
  'select * from api_token where digest = $1 and (expires_at is null or expires_at > $2)',
)

/** Finds a token that has not expired. */
export const apiTokenByDigest = (db: Queries, digest: string, now: number) =>
  first(db, byDigest, [digest, now])

const held = writes<{ id: string }>(
  'hold_api_token',
  `update api_token set last_used_at = last_used_at
   where id = $1 and (expires_at is null or expires_at > $2) returning id`,
)

/** Locks the token until the transaction ends. Returns false if it has already ended. */
export async function lockApiToken(tx: Transaction, id: string, now: number): Promise<boolean> {
  return (await tx.run(held, [id, now])).length > 0
}

export async function setApiTokenUsed(db: Queries, id: string, last_used_at: number): Promise<void> {
  await db.query.updateTable('api_token').set({ last_used_at }).where('id', '=', id).execute()
}
