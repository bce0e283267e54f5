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
import { type Credentials, proveToTakeAway } from './credentials.ts'
import type { Services } from './services.ts'

/** The owner of a token, as answers show it. */
export interface TokenOwner {
  id: string
  username: string
  language: string
}

/** The access right that lets a token join servers: `game_server_session`, with the configured word. */
export const sessionScope = (services: Services): string => `${services.config.game}_server_session`

/** Signs a new token for the account and stores its row; other tokens stay as they are. */
export async function issueToken(services: Services, account: Account, clientToken: string): Promise<string> {
  const { jti, issuedAt, expiresAt } = newToken(services)
  // Without its row a signed token is worth nothing, so neither waits for the other.
  const [accessToken, issued] = await Promise.all([
    services.accessTokens.sign({ jti, sub: account.id, scope: sessionScope(services), issuedAt, expiresAt }),
    insertLauncherToken(services.db, {
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
  services: Services,
  accessToken: string,
  clientToken: string | undefined,
): Promise<{ accessToken: string; clientToken: string; owner: TokenOwner }> {
  const claims = await services.accessTokens.read(accessToken)
  if (!claims) throw new Refused('token_invalid')
  const next = newToken(services)
  const { jti, issuedAt, expiresAt } = next
  const scope = sessionScope(services)
  const signed = await services.accessTokens.sign({ jti, sub: claims.sub, scope, issuedAt, expiresAt })
  const old = { jti: claims.jti, clientToken: clientToken === undefined ? undefined : inStore(clientToken) }
  const owner = await replaceLauncherToken(services.db, old, next)
  if (owner) return { accessToken: signed, clientToken: fromStore(owner.client_token), owner }
  await goodToken(services, accessToken)
  // Good, but another client's.
  throw new Refused('token_invalid', { about: claims.sub })
}

/** Refuses a token that is not good. An expired one is removed: asked again, it is unknown. */
export async function validateToken(
  services: Services,
  accessToken: string,
  clientToken: string | undefined,
): Promise<void> {
  const { db, clock } = services
  const claims = await services.accessTokens.read(accessToken)
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
  services: Services,
  accessToken: string,
  clientToken?: string,
): Promise<void> {
  const claims = await services.accessTokens.read(accessToken)
  const client = clientToken === undefined ? undefined : inStore(clientToken)
  if (claims) await deleteLauncherToken(services.db, claims.jti, client, services.clock())
}

/** Ends every token, grant and pending join of whoever proves the password; the second factor may be left out. */
export async function signout(services: Services, credentials: Credentials): Promise<void> {
  const account = await proveToTakeAway(services, credentials)
  await services.db.transaction((tx) => endCredentials(tx, account.id))
}

/** The stored token that a request bears, if it is good; else `bearer_invalid`. */
export async function bearer(services: Services, accessToken: string): Promise<StoredTokenRow> {
  const claims = await services.accessTokens.read(accessToken)
  const now = services.clock()
  const stored = claims && (await launcherTokenByJti(services.db, claims.jti, now))
  if (!stored?.alive || isExpired(stored, now)) throw new Refused('bearer_invalid', { about: claims?.sub })
  return stored
}

/** The stored token behind a JWT, if it is good; else `token_invalid` or `token_expired`. */
export async function goodToken(services: Services, accessToken: string): Promise<StoredTokenRow> {
  const claims = await services.accessTokens.read(accessToken)
  const now = services.clock()
  return refuseDead(claims && (await launcherTokenByJti(services.db, claims.jti, now)), now)
}

export function listTokens(services: Services, account: Account) {
  return launcherTokensOf(services.db, account.id).then((rows) =>
    rows.map((row) => ({ jti: row.jti, issuedAt: row.issued_at, expiresAt: row.expires_at })),
  )
}

/** Ends every token, grant and pending join of the account; tells how many launcher tokens there were. */
export async function revokeTokens(services: Services, account: Account): Promise<number> {
  const tokens = await launcherTokensOf(services.db, account.id)
  await services.db.transaction((tx) => endCredentials(tx, account.id))
  return tokens.length
}

/** JSON's escapes leave nothing in a clientToken that a text column can't hold: no NUL, no lone surrogate. */
const inStore = (clientToken: string): string => JSON.stringify(clientToken)

const fromStore = (stored: string): string => JSON.parse(stored)

function newToken(services: Services) {
  const issuedAt = services.clock()
  return { jti: services.random.uuid(), issuedAt, expiresAt: issuedAt + services.config.accessTokenLifetime }
}

const isExpired = (stored: StoredTokenRow, now: number): boolean => stored.expires_at <= now

function refuseDead(stored: StoredTokenRow | undefined, now: number): StoredTokenRow {
  if (!stored?.alive) throw new Refused('token_invalid', { about: stored?.id })
  if (isExpired(stored, now)) throw new Refused('token_expired', { about: stored.id })
  return stored
}
