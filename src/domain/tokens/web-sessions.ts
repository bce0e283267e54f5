import { minuteMs } from '../../lib/measure/units.ts'
import type { Account } from '../../model/accounts/account.ts'
import { accountActor } from '../../model/accounts/actor.ts'
import { type Device, digestOfSession, storedDevice } from '../../model/accounts/credential.ts'
import { deleteCredential } from '../../storage/credentials/credentials.ts'
import { insertCredential } from '../../storage/credentials/insert-credential.ts'
import { prolongSession, sessionByDigest, sessionKind } from '../../storage/credentials/web-sessions.ts'
import { toAccount } from '../accounts/account-row.ts'
import { auditEntry, record } from '../audit/record.ts'
import type { ChangeContext, ReadContext, TokenContext } from '../context.ts'
import { issueTo } from '../sign-in/issue.ts'
import { isPasswordGood } from '../sign-in/password.ts'
import type { SignedIn } from '../sign-in/sign-in.ts'

const secretBytes = 32

/** The interval at which a session in use is prolonged, or a twentieth of its lifetime if that is shorter. */
const prolongEveryMs = 300_000

/** Starts a session for somebody who has just signed in, and returns the value of its cookie. */
export function startSession(
  context: ChangeContext & TokenContext,
  signedIn: SignedIn,
  device: Device,
): Promise<string> {
  const { clock, config, db, random } = context
  const { userAgent, address } = storedDevice(device)
  const by = accountActor(signedIn.account, signedIn.address)
  return issueTo(context, signedIn, async (account) => {
    const secret = random.bytes(secretBytes).toString('base64url')
    const now = clock()
    const row = {
      digest: digestOfSession(secret),
      kind: sessionKind,
      account_id: account.id,
      credentials_version: account.credentialsVersion,
      rights: '',
      client: '',
      issued_at: now,
      expires_at: now + config.sessionLifetime,
      user_agent: userAgent ?? null,
      address,
      app_password_id: null,
    }
    const entry = auditEntry(context, by, { event: 'session.started', account: account.id, details: {} })
    const isIssued = await insertCredential(db, row, entry)
    return isIssued ? secret : undefined
  })
}

/**
 * Before actions that give lasting access to the account or the service, users whose last proof is older than this are
 * asked to sign in again.
 */
const recentlyAuthenticatedMs = 15 * minuteMs

export interface OpenSession {
  account: Account
  /** Identifies the session, but differs from the value of its cookie. */
  id: string
  /** The time at which its owner proved who they are, in epoch milliseconds. */
  startedAt: number
  /** True if the proof is recent, so that sensitive actions need not ask again. */
  isRecentlyAuthenticated: boolean
  /** True if the cookie must be prolonged, too. */
  isProlonged: boolean
}

/** Returns undefined if the cookie does not belong to an open session. `from` is the client's address. */
export async function openSession(
  context: ReadContext & TokenContext,
  secret: string,
  from: string,
): Promise<OpenSession | undefined> {
  const { clock, config, credentialUses, db } = context
  const digest = digestOfSession(secret)
  const now = clock()
  const row = await sessionByDigest(db, digest, now)
  if (!row) return undefined
  credentialUses.mark(digest, from)
  const expiresAt = now + config.sessionLifetime
  const isProlonged =
    expiresAt - row.session_expires_at >= Math.min(prolongEveryMs, config.sessionLifetime / 20)
  if (isProlonged) await prolongSession(db, digest, expiresAt)
  const startedAt = row.session_issued_at
  const isRecentlyAuthenticated = startedAt > now - recentlyAuthenticatedMs
  const stored = toAccount(row, now)
  // Forms that ask for the password of the session's owner ask for one that counts there.
  const account = { ...stored, hasPassword: stored.hasPassword && isPasswordGood(context, stored, false) }
  return { account, id: digest, startedAt, isRecentlyAuthenticated, isProlonged }
}

export async function endSession(context: ChangeContext, secret: string, address: string): Promise<void> {
  const session = { digest: digestOfSession(secret), kind: sessionKind, client: undefined }
  await context.db.transaction(async (tx) => {
    const owner = await deleteCredential(tx, session, context.clock())
    if (!owner) return
    const by = accountActor(owner, address)
    await record(context, tx, by, { event: 'session.ended', account: owner.id, details: { tokens: 1 } })
  })
}
