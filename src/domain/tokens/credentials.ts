import type { About } from '../../model/accounts/account.ts'
import { digestOfToken, launcherKind, type Right } from '../../model/accounts/credential.ts'
import { Refused } from '../../model/errors/refusal.ts'
import type { AccessTokenClaims } from '../../state/keys/access-tokens.ts'
import { credentialByDigest, type StoredCredentialRow } from '../../storage/credentials/credentials.ts'
import { profileById } from '../../storage/game/profiles.ts'
import type { ReadContext, TokenContext } from '../context.ts'

/** A token as it was presented. Its row decides whether it is valid. */
export interface PresentedToken {
  digest: string
  /** The claims of a JWT. Undefined for an opaque token. */
  claims: { sub: string; scope: string } | undefined
}

/** Returns the scope that lets a token join servers: `game_server_session`, with the configured word. */
export const sessionScope = ({ config }: ReadContext): string => `${config.game}_server_session`

/** Matches opaque tokens, which are base64url. A token with a dot is a JWT or not one of ours. */
const opaque = /^[\w-]{32,256}$/

/** Parses a token: a launcher's JWT is found by its `jti`, any other kind by itself. Undefined if it is neither. */
export function present(
  { accessTokens }: TokenContext,
  token: string,
): PresentedToken | Promise<PresentedToken | undefined> | undefined {
  if (!token.includes('.') && opaque.test(token)) return { digest: digestOfToken(token), claims: undefined }
  const claims = accessTokens.read(token)
  return claims instanceof Promise ? claims.then(asPresented) : asPresented(claims)
}

const asPresented = (claims: AccessTokenClaims | undefined): PresentedToken | undefined =>
  claims && { digest: claims.digest, claims }

type LookupDeps = ReadContext & TokenContext
type UseDeps = LookupDeps & TokenContext

export interface Bearer {
  accessToken: string
  /** The client's address. */
  address: string
}

/** Returns the credential of a token. Throws Refused `token_invalid` or `token_expired`. */
export async function goodCredential(context: LookupDeps, token: string): Promise<StoredCredentialRow> {
  const presented = await present(context, token)
  const now = context.clock()
  const stored = presented && (await credentialByDigest(context.db, presented.digest, now))
  if (stored?.alive && !isExpired(stored, now)) return stored
  throw await deadToken(context, presented, stored)
}

/** Returns the credential of a request, if it may join servers. Throws Refused `bearer_invalid`. */
export const bearer = (context: UseDeps, presented: Bearer): Promise<StoredCredentialRow> =>
  bearerReadBy(context, presented, readByDigest)

/** Reads a credential, and what else a request needs, in one turn. */
type Read<Row extends StoredCredentialRow> = (
  db: LookupDeps['db'],
  token: PresentedToken,
  now: number,
) => Promise<Row | undefined>

const readByDigest: Read<StoredCredentialRow> = (db, { digest }, now) => credentialByDigest(db, digest, now)

/** Returns what `bearer` does, and what else is read with the credential. Throws Refused `bearer_invalid`. */
export async function bearerReadBy<Row extends StoredCredentialRow>(
  context: UseDeps,
  presented: Bearer,
  read: Read<Row>,
): Promise<Row> {
  const stored = await liveBearer(context, presented, read)
  if (!mayDo(stored, 'join')) throw new Refused('bearer_invalid', { about: stored })
  return stored
}

/** Returns the credential of a request that changes a profile. Throws Refused `bearer_invalid`, `scope_missing`. */
export async function writingBearer(context: UseDeps, presented: Bearer): Promise<StoredCredentialRow> {
  const stored = await liveBearer(context, presented, readByDigest)
  if (!mayDo(stored, 'profile_write')) throw new Refused('scope_missing', { about: stored })
  return stored
}

/**
 * Returns the credential of a request for the wardrobe. The right to change it includes reading. Throws Refused `bearer_invalid`,
 * `scope_missing`.
 */
export async function wardrobeBearer(
  context: UseDeps,
  presented: Bearer,
  right: 'wardrobe_read' | 'wardrobe_write',
): Promise<StoredCredentialRow> {
  const stored = await liveBearer(context, presented, readByDigest)
  if (!mayDo(stored, right) && !mayDo(stored, 'wardrobe_write')) {
    throw new Refused('scope_missing', { about: stored })
  }
  return stored
}

async function liveBearer<Row extends StoredCredentialRow>(
  context: UseDeps,
  { accessToken, address }: Bearer,
  read: Read<Row>,
): Promise<Row> {
  const presented = await present(context, accessToken)
  const now = context.clock()
  const stored = presented && (await read(context.db, presented, now))
  if (!presented || !stored?.alive || isExpired(stored, now)) {
    throw new Refused('bearer_invalid', await whyDead(context, presented, stored))
  }
  context.credentialUses.mark(presented.digest, address)
  return stored
}

export const isExpired = (stored: StoredCredentialRow, now: number): boolean => stored.expires_at <= now

export const mayDo = ({ kind, rights }: StoredCredentialRow, right: Right): boolean =>
  kind === launcherKind || rights.split(' ').includes(right)

/** Returns the refusal for a token that is not valid, or no longer valid. */
export async function deadToken(
  context: ReadContext,
  presented: PresentedToken | undefined,
  stored: StoredCredentialRow | undefined,
): Promise<Refused> {
  if (stored?.alive) return new Refused('token_expired', { about: stored })
  return new Refused('token_invalid', await whyDead(context, presented, stored))
}

/** Finds, for the log, the account that the token belongs or belonged to and whether a suspension ended it. */
export async function whyDead(
  { db }: ReadContext,
  presented: PresentedToken | undefined,
  stored: StoredCredentialRow | undefined,
): Promise<{ about?: About; detail?: 'account_suspended' }> {
  if (stored) return { about: stored, ...(stored.suspended && { detail: 'account_suspended' as const }) }
  const id = presented?.claims?.sub
  if (id === undefined) return {}
  return { about: (await profileById(db, id)) ?? { id } }
}
