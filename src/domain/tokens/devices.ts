import type { Account } from '../../model/accounts/account.ts'
import type { Actor } from '../../model/accounts/actor.ts'
import { launcherKind } from '../../model/accounts/credential.ts'
import { Refused } from '../../model/errors/refusal.ts'
import { credentialsOf, deleteCredentialByDigest } from '../../storage/credentials/credentials.ts'
import { endCredentials } from '../../storage/credentials/end-credentials.ts'
import { sessionKind } from '../../storage/credentials/web-sessions.ts'
import type { Transaction } from '../../storage/engine/database.ts'
import type { CredentialRow } from '../../storage/schema/rows/credentials.ts'
import { type ChangeResult, change } from '../change.ts'
import type { ChangeContext, ReadContext } from '../context.ts'

/** A launcher or browser that is signed in to an account. */
export interface SignedInDevice {
  /** A part of its digest. */
  id: string
  /** The UUID of the player whom a launcher has signed in, or of the account for a browser. */
  player: string
  kind: 'launcher' | 'web'
  /** Null if the client sent none. */
  userAgent: string | null
  address: string | null
  firstUsedAt: number
  /** Up to some minutes late. */
  lastUsedAt: number
}

/** Returns the devices of these players, the most recently used first. */
export async function listDevices(
  context: ReadContext,
  ...players: readonly Pick<Account, 'id'>[]
): Promise<SignedInDevice[]> {
  const devices = (await liveRows(context, players)).map((row) => ({
    id: deviceId(row.digest),
    player: row.account_id,
    kind: row.kind === sessionKind ? ('web' as const) : ('launcher' as const),
    userAgent: row.user_agent,
    address: row.address,
    firstUsedAt: row.first_used_at,
    lastUsedAt: row.last_used_at,
  }))
  return devices.sort((a, b) => b.lastUsedAt - a.lastUsedAt)
}

/** Returns enough of a digest to tell the devices of an account apart. */
export const deviceId = (digest: string): string => digest.slice(0, 16)

/** Ends the credential of the device. Returns false if none of the players has this device any more. */
export async function signOutDevice(
  context: ChangeContext,
  by: Actor,
  players: readonly Pick<Account, 'id'>[],
  id: string,
): Promise<boolean> {
  const row = (await liveRows(context, players)).find(({ digest }) => deviceId(digest) === id)
  if (!row) return false
  return change(context, by, (tx) => endCredentialIn(tx, row))
}

/** Ends a token or session as part of a change. The result is false if it has already ended. */
export async function endCredentialIn(
  tx: Transaction,
  { account_id: account, digest, kind }: CredentialRow,
): Promise<ChangeResult & { result: boolean }> {
  const event = kind === sessionKind ? 'session.ended' : 'token.revoked'
  if (!(await deleteCredentialByDigest(tx, digest))) return { events: [], result: false }
  return { events: [{ event, account, details: { tokens: 1 } }], result: true }
}

/** Ends all tokens, grants and pending joins, except for the session with `keptDigest`. Returns how many there were. */
export async function signOutEverywhere(
  context: ChangeContext,
  by: Actor,
  { id }: Pick<Account, 'id'>,
  keptDigest: string,
): Promise<number> {
  return change(context, by, async (tx) => {
    const tokens = await endCredentials(tx, id, {}, keptDigest)
    if (tokens === undefined) throw new Refused('account_unknown')
    return { events: [{ event: 'session.ended', account: id, details: { tokens } }], result: tokens }
  })
}

async function liveRows(
  { db, clock }: ReadContext,
  players: readonly Pick<Account, 'id'>[],
): Promise<CredentialRow[]> {
  const ids = players.map(({ id }) => id)
  const rows = await credentialsOf(db, ids, launcherKind, sessionKind)
  const now = clock()
  return rows.filter((row) => row.expires_at > now)
}
