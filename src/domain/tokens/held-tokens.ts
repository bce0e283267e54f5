import type { Account } from '../../model/accounts/account.ts'
import type { Actor } from '../../model/accounts/actor.ts'
import { launcherKind } from '../../model/accounts/credential.ts'
import { Refused } from '../../model/errors/refusal.ts'
import { charactersOf } from '../../storage/accounts/characters.ts'
import { credentialsOf } from '../../storage/credentials/credentials.ts'
import { endCredentials } from '../../storage/credentials/end-credentials.ts'
import { change } from '../change.ts'
import type { ChangeContext, ReadContext } from '../context.ts'
import { deviceId, endCredentialIn } from './devices.ts'

/** A launcher's token as its owner and operators see it. */
interface LauncherToken {
  /** A part of its digest. */
  id: string
  /** Null if the launcher sent none. */
  userAgent: string | null
  address: string | null
  /** The time of the sign-in, which a refresh does not change. */
  firstUsedAt: number
  /** Up to some minutes late. */
  lastUsedAt: number
  issuedAt: number
  expiresAt: number
}

/** Returns the account's tokens, the oldest first. */
export async function listTokens({ db }: ReadContext, account: Account): Promise<LauncherToken[]> {
  const rows = await credentialsOf(db, [account.id], launcherKind)
  return rows.map((row) => ({
    id: deviceId(row.digest),
    userAgent: row.user_agent,
    address: row.address,
    firstUsedAt: row.first_used_at,
    lastUsedAt: row.last_used_at,
    issuedAt: row.issued_at,
    expiresAt: row.expires_at,
  }))
}

/**
 * Ends all tokens, grants and pending joins of the account with all its players, or of a character. Returns the number of
 * launcher tokens.
 */
export async function revokeTokens(context: ChangeContext, by: Actor, { id }: Account): Promise<number> {
  const players = [{ id }, ...(await charactersOf(context.db, id))].map((player) => player.id)
  const launcherTokens = await credentialsOf(context.db, players, launcherKind)
  await change(context, by, async (tx) => {
    const tokens = await endCredentials(tx, id)
    if (tokens === undefined) throw new Refused('account_unknown')
    return { events: [{ event: 'token.revoked', account: id, details: { tokens } }] }
  })
  return launcherTokens.length
}

/** Ends the account's token with this id. Returns false if there is none. */
export async function revokeToken(
  context: ChangeContext,
  by: Actor,
  account: Account,
  id: string,
): Promise<boolean> {
  const tokens = await credentialsOf(context.db, [account.id], launcherKind)
  const token = tokens.find(({ digest }) => deviceId(digest) === id)
  return token !== undefined && change(context, by, (tx) => endCredentialIn(tx, token))
}
