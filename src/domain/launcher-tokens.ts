import type { Account } from '../model/account.ts'
import { Refused } from '../model/refusal.ts'
import { endCredentials } from '../storage/accounts.ts'
import {
  deleteExpiredLauncherToken,
  deleteLauncherToken,
  insertLauncherToken,
  launcherTokenByJti,
  launcherTokensOf,
  replaceLauncherToken,
  type StoredTokenRow,
} from '../storage/launcher-tokens.ts'
import type { Context } from './context.ts'
import { type Credentials, proveToTakeAway } from './sign-in/sign-in.ts'

/** The owner of a token, as answers show it. */
export interface TokenOwner {
  id: string
  username: string
  language: string
}

/** The access right that lets a token join servers: `game_server_session`, with the configured word. */
export const sessionScope = (context: Context): string => `${context.config.game}_server_session`

/** Signs a new token for the account and stores its row; other tokens stay as they are. */
export async function issueToken(context: Context, account: Account, clientToken: string): Promise<string> {
  const { jti, issuedAt, expiresAt } = newToken(context)
  // Without its row a signed token is worth nothing, so neither waits for the other.
  const [accessToken, issued] = await Promise.all([
    context.accessTokens.sign({ jti, sub: account.id, scope: sessionScope(context), issuedAt, expiresAt }),
    insertLauncherToken(context.db, {
      jti,
      account_id: account.id,
      client_token: inStore(clientToken),
      credentials_version: account.credentialsVersion,
      issued_at: issuedAt,
      expires_at: expiresAt,
    }),
  ])
  // The password was changed, or the account suspended, while it was being checked.
  if (!issued) throw new Refused('credentials_invalid', { about: account.id })
  return accessToken
}

/**
 * Puts a new token in the old one's place: of several refreshes of one token at once exactly one succeeds.
 * Without a clientToken it stays the one that the token was issued for.
 */
export async function refreshToken(
  context: Context,
  accessToken: string,
  clientToken: string | undefined,
): Promise<{ accessToken: string; clientToken: string; owner: TokenOwner }> {
  const claims = await context.accessTokens.read(accessToken)
  if (!claims) throw new Refused('token_invalid')
  const next = newToken(context)
  const { jti, issuedAt, expiresAt } = next
  const scope = sessionScope(context)
  const signed = await context.accessTokens.sign({ jti, sub: claims.sub, scope, issuedAt, expiresAt })
  const old = { jti: claims.jti, clientToken: clientToken === undefined ? undefined : inStore(clientToken) }
  const owner = await replaceLauncherToken(context.db, old, next)
  if (owner) return { accessToken: signed, clientToken: fromStore(owner.client_token), owner }
  await goodToken(context, accessToken)
  // Good, but another client's.
  throw new Refused('token_invalid', { about: claims.sub })
}

/** Refuses a token that is not good. An expired one is removed: asked again, it is unknown. */
export async function validateToken(
  context: Context,
  accessToken: string,
  clientToken: string | undefined,
): Promise<void> {
  const { db, clock } = context
  const claims = await context.accessTokens.read(accessToken)
  const now = clock()
  const stored = claims && (await launcherTokenByJti(db, claims.jti, now))
  if (claims && stored && isExpired(stored, now)) await deleteExpiredLauncherToken(db, claims.jti, now)
  const token = refuseDead(stored, now)
  if (clientToken !== undefined && inStore(clientToken) !== token.client_token) {
    throw new Refused('token_invalid', { about: token.id })
  }
}

/** Where the pair, or the accessToken alone, matches a live token, that one dies; otherwise nothing happens. */
export async function invalidateToken(
  context: Context,
  accessToken: string,
  clientToken?: string,
): Promise<void> {
  const claims = await context.accessTokens.read(accessToken)
  const client = clientToken === undefined ? undefined : inStore(clientToken)
  if (claims) await deleteLauncherToken(context.db, claims.jti, client, context.clock())
}

/** Ends every token, grant and pending join of whoever proves the password; the second factor may be left out. */
export async function signout(context: Context, credentials: Credentials): Promise<void> {
  const account = await proveToTakeAway(context, credentials)
  await endCredentials(context.db, account.id)
}

/** The stored token that a request bears, if it is good; else `bearer_invalid`. */
export async function bearer(context: Context, accessToken: string): Promise<StoredTokenRow> {
  const claims = await context.accessTokens.read(accessToken)
  const now = context.clock()
  const stored = claims && (await launcherTokenByJti(context.db, claims.jti, now))
  if (!stored?.alive || isExpired(stored, now)) throw new Refused('bearer_invalid', { about: claims?.sub })
  return stored
}

/** The stored token behind a JWT, if it is good; else `token_invalid` or `token_expired`. */
export async function goodToken(context: Context, accessToken: string): Promise<StoredTokenRow> {
  const claims = await context.accessTokens.read(accessToken)
  const now = context.clock()
  return refuseDead(claims && (await launcherTokenByJti(context.db, claims.jti, now)), now)
}

export function listTokens(context: Context, account: Account) {
  return launcherTokensOf(context.db, account.id).then((rows) =>
    rows.map((row) => ({ jti: row.jti, issuedAt: row.issued_at, expiresAt: row.expires_at })),
  )
}

/** Ends every token, grant and pending join of the account; tells how many launcher tokens there were. */
export async function revokeTokens(context: Context, account: Account): Promise<number> {
  const tokens = await launcherTokensOf(context.db, account.id)
  await endCredentials(context.db, account.id)
  return tokens.length
}

/** JSON's escapes leave nothing in a clientToken that a text column can't hold: no NUL, no lone surrogate. */
const inStore = (clientToken: string): string => JSON.stringify(clientToken)

const fromStore = (stored: string): string => JSON.parse(stored)

function newToken(context: Context) {
  const issuedAt = context.clock()
  return { jti: context.random.uuid(), issuedAt, expiresAt: issuedAt + context.config.accessTokenLifetime }
}

const isExpired = (stored: StoredTokenRow, now: number): boolean => stored.expires_at <= now

function refuseDead(stored: StoredTokenRow | undefined, now: number): StoredTokenRow {
  if (!stored?.alive) throw new Refused('token_invalid', { about: stored?.id })
  if (isExpired(stored, now)) throw new Refused('token_expired', { about: stored.id })
  return stored
}
