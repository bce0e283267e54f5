import type { Account } from '../model/account.ts'
import { type Device, digestOfJti, storedDevice } from '../model/credential.ts'
import { Refused } from '../model/refusal.ts'
import type { AccessTokenClaims } from '../parts/access-tokens.ts'
import { endCredentials } from '../storage/accounts.ts'
import {
  type CredentialKey,
  credentialByDigest,
  credentialsOf,
  deleteCredential,
  deleteCredentialByDigest,
  deleteExpiredCredential,
  insertCredential,
  replaceCredential,
} from '../storage/credentials.ts'
import type { Context } from './context.ts'
import { type Bearer, goodCredential, isExpired, present, refuseDead, sessionScope } from './credentials.ts'
import { type Credentials, proveToTakeAway, type SignedIn, stillProved } from './sign-in/sign-in.ts'

/** The kind of credential that launchers hold: a JWT with a row. */
const kind = 'launcher'

/** The owner of a token, as answers show it. */
export interface TokenOwner {
  id: string
  username: string
  language: string
}

type Issuing = Pick<Context, 'accessTokens' | 'clock' | 'config' | 'db' | 'random'>

/** Of somebody whose tokens end while he signs in, as often as somebody does that. */
const maxIssues = 10

/** A new token for whoever has just signed in. A signout beside it ends the tokens before, not the sign-in. */
export async function issueTokenTo(
  context: Issuing & Pick<Context, 'keys'>,
  signedIn: SignedIn,
  clientToken: string,
  device: Device,
): Promise<string> {
  let proved: SignedIn | undefined = signedIn
  for (let issues = 0; proved && issues < maxIssues; issues++) {
    const accessToken = await issueToken(context, proved.account, clientToken, device)
    if (accessToken !== undefined) return accessToken
    proved = await stillProved(context, proved)
    // What ended them may have been the end of a stolen key, under which the next must not be signed.
    if (proved) await context.keys.reload()
  }
  // The password was changed while it was being checked.
  throw new Refused('credentials_invalid', { about: signedIn.account.id })
}

/**
 * Signs a new token for the account and stores its row; other tokens stay as they are. Undefined where the
 * account's credentials have ended since it was read.
 */
export async function issueToken(
  context: Issuing,
  account: Account,
  clientToken: string,
  device: Device,
): Promise<string | undefined> {
  const { jti, issuedAt, expiresAt } = newToken(context)
  const { userAgent, address } = storedDevice(device)
  // Without its row a signed token is worth nothing, so neither waits for the other.
  const [accessToken, issued] = await Promise.all([
    context.accessTokens.sign({ jti, sub: account.id, scope: sessionScope(context), issuedAt, expiresAt }),
    insertCredential(context.db, {
      digest: digestOfJti(jti),
      kind,
      account_id: account.id,
      credentials_version: account.credentialsVersion,
      rights: 'join',
      client: inStore(clientToken),
      issued_at: issuedAt,
      expires_at: expiresAt,
      user_agent: userAgent ?? null,
      address,
    }),
  ])
  return issued ? accessToken : undefined
}

/**
 * Puts a new token in the old one's place: of several refreshes of one token at once exactly one succeeds.
 * Without a clientToken it stays the one that the token was issued for.
 */
export async function refreshToken(
  context: Issuing,
  accessToken: string,
  clientToken: string | undefined,
  device: Device,
): Promise<{ accessToken: string; clientToken: string; owner: TokenOwner }> {
  const claims = await context.accessTokens.read(accessToken)
  if (!claims) throw new Refused('token_invalid')
  const { jti, issuedAt, expiresAt } = newToken(context)
  const scope = sessionScope(context)
  const signed = await context.accessTokens.sign({ jti, sub: claims.sub, scope, issuedAt, expiresAt })
  const next = { digest: digestOfJti(jti), issuedAt, expiresAt, ...storedDevice(device) }
  const owner = await replaceCredential(context.db, credentialKey(claims, clientToken), next)
  if (owner) return { accessToken: signed, clientToken: fromStore(owner.client), owner }
  await goodCredential(context, accessToken)
  // Good, but another client's.
  throw new Refused('token_invalid', { about: claims.sub })
}

/** Refuses a token that is not good. An expired one is removed: asked again, it is unknown. */
export async function validateToken(
  context: Pick<Context, 'accessTokens' | 'clock' | 'credentialUses' | 'db'>,
  { accessToken, address }: Bearer,
  clientToken: string | undefined,
): Promise<void> {
  const { db, clock } = context
  const presented = await present(context, accessToken)
  const now = clock()
  const stored = presented && (await credentialByDigest(db, presented.digest, now))
  if (presented && stored && isExpired(stored, now)) await deleteExpiredCredential(db, presented.digest, now)
  const token = refuseDead(stored, now)
  // What was not given to a launcher has no clientToken that it could fail to match.
  if (clientToken !== undefined && token.kind === kind && inStore(clientToken) !== token.client) {
    throw new Refused('token_invalid', { about: token.id })
  }
  if (presented) context.credentialUses.mark(presented.digest, address)
}

/** Where the pair, or the accessToken alone, matches a live token, that one dies; otherwise nothing happens. */
export async function invalidateToken(
  context: Pick<Context, 'accessTokens' | 'clock' | 'db'>,
  accessToken: string,
  clientToken?: string,
): Promise<void> {
  const claims = await context.accessTokens.read(accessToken)
  if (claims) await deleteCredential(context.db, credentialKey(claims, clientToken), context.clock())
}

/** Ends every token, grant and pending join of the account whose password is proved; the second factor may be left out. */
export async function signout(context: Context, credentials: Credentials): Promise<void> {
  const account = await proveToTakeAway(context, credentials)
  await context.db.transaction((tx) => endCredentials(tx, account.id))
}

/** What its owner and operators know a token by. What Norn has not always kept is null for old tokens. */
export interface LauncherToken {
  /** A part of what it is found by. */
  id: string
  /** Null also where the launcher does not say. */
  userAgent: string | null
  address: string | null
  /** When the sign-in was; a refresh issues the token anew. */
  firstUsedAt: number | null
  /** Up to some minutes late. */
  lastUsedAt: number | null
  issuedAt: number
  expiresAt: number
}

/** The oldest first. */
export async function listTokens({ db }: Pick<Context, 'db'>, account: Account): Promise<LauncherToken[]> {
  const rows = await credentialsOf(db, account.id, kind)
  return rows.map((row) => ({
    id: shownId(row),
    userAgent: row.user_agent,
    address: row.address,
    firstUsedAt: row.first_used_at,
    lastUsedAt: row.last_used_at,
    issuedAt: row.issued_at,
    expiresAt: row.expires_at,
  }))
}

/** Enough of a digest to tell the tokens of an account apart. */
const shownId = ({ digest }: { digest: string }): string => digest.slice(0, 16)

/** Ends every token, grant and pending join of the account; answers how many launcher tokens there were. */
export async function revokeTokens({ db }: Pick<Context, 'db'>, account: Account): Promise<number> {
  const tokens = await credentialsOf(db, account.id, kind)
  await db.transaction((tx) => endCredentials(tx, account.id))
  return tokens.length
}

/** Ends the token of the account that has this id; false where there is none. */
export async function revokeToken(
  { db }: Pick<Context, 'db'>,
  account: Account,
  id: string,
): Promise<boolean> {
  const token = (await credentialsOf(db, account.id, kind)).find((row) => shownId(row) === id)
  return token !== undefined && deleteCredentialByDigest(db, token.digest)
}

const credentialKey = ({ digest }: AccessTokenClaims, clientToken: string | undefined): CredentialKey => ({
  digest,
  kind,
  client: clientToken === undefined ? undefined : inStore(clientToken),
})

/** JSON's escapes leave nothing in a clientToken that a text column can't hold: no NUL, no lone surrogate. */
const inStore = (clientToken: string): string => JSON.stringify(clientToken)

const fromStore = (stored: string): string => JSON.parse(stored)

function newToken({ clock, random, config }: Pick<Context, 'clock' | 'random' | 'config'>) {
  const issuedAt = clock()
  return { jti: random.uuid(), issuedAt, expiresAt: issuedAt + config.accessTokenLifetime }
}
