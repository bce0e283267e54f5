import type { Actor } from '../../model/accounts/actor.ts'
import { digestOfApiToken } from '../../model/accounts/credential.ts'
import { newValues, noSuch } from '../../model/errors/families.ts'
import { Refused } from '../../model/errors/refusal.ts'
import { apiTokenFields } from '../../model/fields/api-token.ts'
import type { Changes, Values } from '../../model/fields/field.ts'
import type { AuditEvent } from '../../model/records/audit.ts'
import {
  apiTokenByDigest,
  apiTokens,
  apiTokensMadeBy,
  deleteApiToken,
  insertApiToken,
  setApiTokenUsed,
} from '../../storage/credentials/api-tokens.ts'
import type { ApiTokenRow } from '../../storage/schema/rows/credentials.ts'
import { change } from '../change.ts'
import type { ChangeContext, ReadContext } from '../context.ts'
import type { StoreAnswer } from '../idempotency.ts'

/** A token with which a script or bot uses the API for administration. */
export interface ApiToken extends Values<typeof apiTokenFields> {
  id: string
  createdAt: number
  /** Up to five minutes late. Null before the first use. */
  lastUsedAt: number | null
  maker: Pick<Actor, 'kind' | 'id' | 'name'>
}

const prefix = 'norn_'
const secretBytes = 32
const shape = /^norn_[\w-]{43}$/

/** The interval at which the last use of a token is written. */
const usedEveryMs = 300_000

const toApiToken = (row: ApiTokenRow): ApiToken => ({
  id: row.id,
  name: row.name,
  readOnly: row.access === 'read',
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  lastUsedAt: row.last_used_at,
  maker: {
    kind: row.maker_kind,
    ...(row.maker_id !== null && { id: row.maker_id }),
    ...(row.maker_name !== null && { name: row.maker_name }),
  },
})

export interface MadeApiToken {
  token: string
  apiToken: ApiToken
}

/** Creates a token and returns it; the database has only a digest. Throws Refused `malformed`. */
export async function createApiToken(
  context: ChangeContext,
  by: Actor,
  given: Changes<typeof apiTokenFields>,
  keep?: StoreAnswer<MadeApiToken>,
): Promise<MadeApiToken> {
  const { name, readOnly, expiresAt } = newValues(apiTokenFields, given)
  const { clock, random } = context
  const token = prefix + random.bytes(secretBytes).toString('base64url')
  const row: ApiTokenRow = {
    id: random.uuid(),
    digest: digestOfApiToken(token),
    name,
    access: readOnly ? 'read' : 'write',
    created_at: clock(),
    expires_at: expiresAt,
    last_used_at: null,
    maker_kind: by.kind,
    maker_id: by.id ?? null,
    maker_name: by.name ?? null,
  }
  const made = { token, apiToken: toApiToken(row) }
  return change(context, by, async (tx) => {
    await insertApiToken(tx, row)
    await keep?.(tx, made)
    const details = { id: row.id, name }
    return { events: [{ event: 'api_token.created', account: null, details }], result: made }
  })
}

/** Returns the tokens, the newest first. Expired ones are included until they are swept. */
export async function listApiTokens({ db }: ReadContext): Promise<ApiToken[]> {
  return (await apiTokens(db)).map(toApiToken)
}

/**
 * Revokes a token. With `isCascading`, also revokes the tokens that were made with it, and with those in turn, even if
 * the token itself no longer exists. Returns the ids of all revoked tokens. Throws Refused `unknown`.
 */
export function revokeApiToken(
  context: ChangeContext,
  by: Actor,
  id: string,
  { isCascading = false } = {},
): Promise<string[]> {
  return change(context, by, async (tx) => {
    const ids = new Set<string>()
    const events: AuditEvent[] = []
    for (let next = [id]; next.length > 0; ) {
      for (const each of next) {
        ids.add(each)
        const gone = await deleteApiToken(tx, each)
        if (!gone) continue
        const details = { id: each, name: gone.name }
        events.push({ event: 'api_token.deleted', account: null, details })
      }
      // Queried after their maker was deleted, which can no longer make others.
      const made = isCascading ? await apiTokensMadeBy(tx, next) : []
      next = made.filter((each) => !ids.has(each))
    }
    if (events.length === 0) throw noSuch('api-token')
    return { events, result: [...ids] }
  })
}

/** Returns the token that a request bears. Throws Refused `api_token_invalid`. */
export async function openApiToken({ clock, db }: ReadContext, token: string): Promise<ApiToken> {
  const now = clock()
  const row = shape.test(token) ? await apiTokenByDigest(db, digestOfApiToken(token), now) : undefined
  if (!row) throw new Refused('api_token_invalid')
  if ((row.last_used_at ?? 0) <= now - usedEveryMs) await setApiTokenUsed(db, row.id, now)
  return toApiToken(row)
}

/** Returns the actor for a request with this token from this address. */
export const apiActor = ({ id, name }: ApiToken, address: string): Actor => ({
  kind: 'api',
  id,
  name,
  address,
})
