import { isoTime, isoTimeOrNull } from '../lib/instant.ts'
import type { Actor } from '../model/actor.ts'
import { digestOfApiToken } from '../model/credential.ts'
import { isLabel } from '../model/label.ts'
import { Refused } from '../model/refusal.ts'
import {
  apiTokenByDigest,
  apiTokens,
  deleteApiToken,
  insertApiToken,
  setApiTokenUsed,
} from '../storage/api-tokens.ts'
import type { ApiTokenRow } from '../storage/schema.ts'
import { record } from './audit/record.ts'
import type { Context } from './context.ts'
import type { Keep } from './idempotency.ts'

/** What a script or a bot presents to the API for administration. */
export interface ApiToken {
  id: string
  name: string
  isReadOnly: boolean
  createdAt: number
  /** Null where it has no end. */
  expiresAt: number | null
  /** Up to five minutes late; null before the first use. */
  lastUsedAt: number | null
}

const prefix = 'norn_'
const secretBytes = 32
const shape = /^norn_[\w-]{43}$/

/** That it is used is written so often. */
const usedEveryMs = 300_000

const toApiToken = (row: ApiTokenRow): ApiToken => ({
  id: row.id,
  name: row.name,
  isReadOnly: row.access === 'read',
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  lastUsedAt: row.last_used_at,
})

/** As commands and the API show it. */
export const shownApiToken = ({ id, name, isReadOnly, ...times }: ApiToken) => ({
  id,
  name,
  readOnly: isReadOnly,
  createdAt: isoTime(times.createdAt),
  expiresAt: isoTimeOrNull(times.expiresAt),
  lastUsedAt: isoTimeOrNull(times.lastUsedAt),
})

export interface MadeApiToken {
  token: string
  apiToken: ApiToken
}

/** The token itself is answered this once: the store has a digest. Throws Refused `api_token_name_malformed`. */
export async function createApiToken(
  context: Pick<Context, 'clock' | 'db' | 'random'>,
  by: Actor,
  { name, isReadOnly, expiresAt }: Pick<ApiToken, 'name' | 'isReadOnly' | 'expiresAt'>,
  keep?: Keep<MadeApiToken>,
): Promise<MadeApiToken> {
  if (!isLabel(name)) throw new Refused('api_token_name_malformed')
  const { clock, db, random } = context
  const token = prefix + random.bytes(secretBytes).toString('base64url')
  const row: ApiTokenRow = {
    id: random.uuid(),
    digest: digestOfApiToken(token),
    name,
    access: isReadOnly ? 'read' : 'write',
    created_at: clock(),
    expires_at: expiresAt,
    last_used_at: null,
  }
  const made = { token, apiToken: toApiToken(row) }
  await db.transaction(async (tx) => {
    await insertApiToken(tx, row)
    const details = { id: row.id, name }
    await record(context, tx, by, { event: 'api_token.created', account: null, details })
    await keep?.(tx, made)
  })
  return made
}

/** The newest first; one that has expired until it is swept. */
export async function listApiTokens({ db }: Pick<Context, 'db'>): Promise<ApiToken[]> {
  return (await apiTokens(db)).map(toApiToken)
}

/** Throws Refused `api_token_unknown`. */
export async function revokeApiToken(
  context: Pick<Context, 'clock' | 'db' | 'random'>,
  by: Actor,
  id: string,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const gone = await deleteApiToken(tx, id)
    if (!gone) throw new Refused('api_token_unknown')
    const details = { id, name: gone.name }
    await record(context, tx, by, { event: 'api_token.deleted', account: null, details })
  })
}

/** The token that a request bears; else Refused `api_token_invalid`. */
export async function openApiToken(
  { clock, db }: Pick<Context, 'clock' | 'db'>,
  token: string,
): Promise<ApiToken> {
  const now = clock()
  const row = shape.test(token) ? await apiTokenByDigest(db, digestOfApiToken(token), now) : undefined
  if (!row) throw new Refused('api_token_invalid')
  if ((row.last_used_at ?? 0) <= now - usedEveryMs) await setApiTokenUsed(db, row.id, now)
  return toApiToken(row)
}

/** Its bearer, for a request from this address. */
export const apiActor = ({ id, name }: ApiToken, address: string): Actor => ({
  kind: 'api',
  id,
  name,
  address,
})
