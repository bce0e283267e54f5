import type { Queries, Transaction } from '../engine/database.ts'
import { readsFirst, writesAny } from '../engine/queries.ts'
import { inserts } from '../engine/rows.ts'
import type { ApiTokenRow } from '../schema/schema.ts'

export const insertApiToken = inserts('api_token')

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

/** Finds a token that has not expired. */
export const apiTokenByDigest = readsFirst<ApiTokenRow, [digest: string, now: number]>(
  'api_token_by_digest',
  'select * from api_token where digest = $1 and (expires_at is null or expires_at > $2)',
)

/** Locks the token until the transaction ends. Returns false if it has already ended. */
export const lockApiToken = writesAny<[id: string, now: number], Transaction>(
  'hold_api_token',
  `update api_token set last_used_at = last_used_at
   where id = $1 and (expires_at is null or expires_at > $2) returning id`,
)

export async function setApiTokenUsed(db: Queries, id: string, last_used_at: number): Promise<void> {
  await db.query.updateTable('api_token').set({ last_used_at }).where('id', '=', id).execute()
}
