import type { Transaction } from '../engine/database.ts'
import { executes, readsAll, readsColumn, readsFirst, writesAny, writesFirst } from '../engine/queries.ts'
import { inserts } from '../engine/rows.ts'
import type { ApiTokenRow } from '../schema/rows/credentials.ts'

export const insertApiToken = inserts('api_token')

/** Returns the tokens, the newest first. */
export const apiTokens = readsAll<ApiTokenRow>(
  'api_tokens',
  'select * from api_token order by created_at desc, id',
)

/** Returns the ids of the tokens that were made with these. */
export const apiTokensMadeBy = readsColumn<string, [ids: readonly string[]]>(
  'api_tokens_made_by',
  `select id from api_token where maker_kind = 'api' and maker_id = any_of($1)`,
)

/** Deletes a token. Returns undefined if there is none with this id. */
export const deleteApiToken = writesFirst<ApiTokenRow, [id: string], Transaction>(
  'delete_api_token',
  'delete from api_token where id = $1 returning *',
)

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

export const setApiTokenUsed = executes<[id: string, at: number]>(
  'set_api_token_used',
  'update api_token set last_used_at = $2 where id = $1',
)
