import type { Account, Profile } from '../../model/account.ts'
import { type Actor, accountActor } from '../../model/actor.ts'
import { type Device, digestOfJti, launcherKind, storedDevice } from '../../model/credential.ts'
import { Refused } from '../../model/refusal.ts'
import type { AccessTokenClaims } from '../../state/keys/access-tokens.ts'
import { endCredentials } from '../../storage/accounts/accounts.ts'
import {
  type CredentialKey,
  credentialByDigest,
  credentialsOf,
  deleteCredential,
  deleteCredentialByDigest,
  deleteExpiredCredential,
  insertCredential,
  replaceCredential,
} from '../../storage/credentials/credentials.ts'
import { auditEntry, record } from '../audit/record.ts'
import { type Changing, change } from '../change.ts'
import type { Context } from '../context.ts'
import { issueTo } from '../sign-in/issue.ts'
import { type Credentials, proveToTakeAway, type SignedIn } from '../sign-in/sign-in.ts'
import {
  type Bearer,
  deadToken,
  goodCredential,
  isExpired,
  mayDo,
  present,
  sessionScope,
} from './credentials.ts'

/** The owner of a token, as answers show it. */
export interface TokenOwner {
  id: string
  username: string
  language: string
}

type Issuing = Pick<Context, 'accessTokens' | 'clock' | 'config' | 'db' | 'random'>

/** A new token for whoever has just signed in. A signout beside it ends the tokens before, not the sign-in. */
export function issueTokenTo(
  context: Issuing & Pick<Context, 'keys'>,
  signedIn: SignedIn,
  clientToken: string,
  device: Device,
): Promise<string> {
  const by = accountActor(signedIn.account, signedIn.address)
  return issueTo(context, signedIn, (account) => issueToken(context, by, account, clientToken, device))
}

/**
 * Signs a new token for the account and stores its row; other tokens stay as they are. Undefined where the
 * account's credentials have ended since it was read.
 */
export async function issueToken(
  context: Issuing,
  by: Actor,
  account: Account,
  clientToken: string,
  device: Device,
): Promise<string | undefined> {
  const { jti, issuedAt, expiresAt } = newToken(context)
  const { userAgent, address } = storedDevice(device)
  const entry = auditEntry(context, by, { event: 'token.issued', account: account.id, details: {} })
  // Without its row a signed token is worth nothing, so neither waits for the other.
  const [accessToken, issued] = await Promise.all([
    context.accessTokens.sign({ jti, sub: account.id, scope: sessionScope(context), issuedAt, expiresAt }),
    insertCredential(
      context.db,
      {
        digest: digestOfJti(jti),
        kind: launcherKind,
        account_id: account.id,
        credentials_version: account.credentialsVersion,
        rights: 'join',
        client: inStore(clientToken),
        issued_at: issuedAt,
        expires_at: expiresAt,
        user_agent: userAgent ?? null,
        address,
      },
      entry,
    ),
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
  const about = await goodCredential(context, accessToken)
  // Good, but another client's.
  throw new Refused('token_invalid', { about })
}

/** Answers whose token it is; refuses one that is not good. An expired one is removed: asked again, it is unknown. */
export async function validateToken(
  context: Pick<Context, 'accessTokens' | 'clock' | 'credentialUses' | 'db'>,
  { accessToken, address }: Bearer,
  clientToken: string | undefined,
): Promise<TokenOwner> {
  const { db, clock } = context
  const presented = await present(context, accessToken)
  const now = clock()
  const stored = presented && (await credentialByDigest(db, presented.digest, now))
  if (presented && stored && isExpired(stored, now)) await deleteExpiredCredential(db, presented.digest, now)
  if (!stored?.alive || isExpired(stored, now)) throw await deadToken(context, presented, stored)
  if (!mayDo(stored, 'join')) throw new Refused('token_invalid', { about: stored })
  // What was not given to a launcher has no clientToken that it could fail to match.
  if (clientToken !== undefined && stored.kind === launcherKind && inStore(clientToken) !== stored.client) {
    throw new Refused('token_invalid', { about: stored })
  }
  if (presented) context.credentialUses.mark(presented.digest, address)
  return stored
}

/**
 * Where the pair, or the accessToken alone, matches a live token, that one dies; otherwise nothing happens. `address`
 * is the client's. Answers whose it was.
 */
export async function invalidateToken(
  context: Changing & Pick<Context, 'accessTokens'>,
  accessToken: string,
  clientToken: string | undefined,
  address: string,
): Promise<Profile | undefined> {
  const claims = await context.accessTokens.read(accessToken)
  if (!claims) return undefined
  return context.db.transaction(async (tx) => {
    const owner = await deleteCredential(tx, credentialKey(claims, clientToken), context.clock())
    if (!owner) return undefined
    const by = accountActor(owner, address)
    await record(context, tx, by, { event: 'token.revoked', account: owner.id, details: { tokens: 1 } })
    return owner
  })
}

/** Ends every token, grant and pending join of the account whose password is proved; the second factor may be left out. */
export async function signout(context: Context, credentials: Credentials): Promise<Account> {
  const account = await proveToTakeAway(context, credentials)
  await change(context, accountActor(account, credentials.address), async (tx) => {
    const tokens = await endCredentials(tx, account.id)
    if (tokens === undefined) return { events: [] }
    return { events: [{ event: 'session.ended', account: account.id, details: { tokens } }] }
  })
  return account
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
  const rows = await credentialsOf(db, account.id, launcherKind)
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
export async function revokeTokens(context: Changing, by: Actor, { id }: Account): Promise<number> {
  const launcherTokens = await credentialsOf(context.db, id, launcherKind)
  await change(context, by, async (tx) => {
    const tokens = await endCredentials(tx, id)
    if (tokens === undefined) throw new Refused('account_unknown')
    return { events: [{ event: 'token.revoked', account: id, details: { tokens } }] }
  })
  return launcherTokens.length
}

/** Ends the token of the account that has this id; false where there is none. */
export async function revokeToken(
  context: Changing,
  by: Actor,
  account: Account,
  id: string,
): Promise<boolean> {
  const token = (await credentialsOf(context.db, account.id, launcherKind)).find((row) => shownId(row) === id)
  if (!token) return false
  return change(context, by, async (tx) => {
    const isGone = await deleteCredentialByDigest(tx, token.digest)
    if (!isGone) return { events: [], result: false }
    return {
      events: [{ event: 'token.revoked', account: account.id, details: { tokens: 1 } }],
      result: true,
    }
  })
}

const credentialKey = ({ digest }: AccessTokenClaims, clientToken: string | undefined): CredentialKey => ({
  digest,
  kind: launcherKind,
  client: clientToken === undefined ? undefined : inStore(clientToken),
})

/** JSON's escapes leave nothing in a clientToken that a text column can't hold: no NUL, no lone surrogate. */
const inStore = (clientToken: string): string => JSON.stringify(clientToken)

const fromStore = (stored: string): string => JSON.parse(stored)

function newToken({ clock, random, config }: Pick<Context, 'clock' | 'random' | 'config'>) {
  const issuedAt = clock()
  return { jti: random.uuid(), issuedAt, expiresAt: issuedAt + config.accessTokenLifetime }
}
