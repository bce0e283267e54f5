import { minuteMs } from '../../lib/measure/units.ts'
import type { Account } from '../../model/account.ts'
import { accountActor } from '../../model/actor.ts'
import { type Device, digestOfSession, storedDevice } from '../../model/credential.ts'
import { deleteCredential } from '../../storage/credentials/credentials.ts'
import { insertCredential } from '../../storage/credentials/insert-credential.ts'
import { prolongSession, sessionByDigest, sessionKind } from '../../storage/credentials/web-sessions.ts'
import { toAccount } from '../accounts/account-row.ts'
import { auditEntry, record } from '../audit/record.ts'
import type { Changing, Context, Reading } from '../context.ts'
import { issueTo } from '../sign-in/issue.ts'
import type { SignedIn } from '../sign-in/sign-in.ts'

const secretBytes = 32

/** A session that is in use is prolonged so often, or twenty times in its lifetime where that is more often. */
const prolongEveryMs = 300_000

/** A session for whoever has just signed in: what its cookie holds. */
export function startSession(
  context: Reading & Pick<Context, 'config' | 'keys' | 'random'>,
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
    }
    const entry = auditEntry(context, by, { event: 'session.started', account: account.id, details: {} })
    const isIssued = await insertCredential(db, row, entry)
    return isIssued ? secret : undefined
  })
}

/** Who has proved longer ago who they are is asked again before what opens an account or the service for good. */
const provedLatelyMs = 15 * minuteMs

/** A session as it is found. */
export interface OpenSession {
  account: Account
  /** Tells it from any other, and is not what its cookie holds. */
  id: string
  /** When its owner proved who they are, in epoch milliseconds. */
  startedAt: number
  /** Not long ago: what is sensitive need not ask again. */
  isProvedLately: boolean
  /** Whether its cookie has to be prolonged too. */
  isProlonged: boolean
}

/** Undefined where it is dead or was none. `from` is the client's address. */
export async function openSession(
  { clock, config, credentialUses, db }: Reading & Pick<Context, 'config' | 'credentialUses'>,
  secret: string,
  from: string,
): Promise<OpenSession | undefined> {
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
  const isProvedLately = startedAt > now - provedLatelyMs
  return { account: toAccount(row, now), id: digest, startedAt, isProvedLately, isProlonged }
}

export async function endSession(context: Changing, secret: string, address: string): Promise<void> {
  const session = { digest: digestOfSession(secret), kind: sessionKind, client: undefined }
  await context.db.transaction(async (tx) => {
    const owner = await deleteCredential(tx, session, context.clock())
    if (!owner) return
    const by = accountActor(owner, address)
    await record(context, tx, by, { event: 'session.ended', account: owner.id, details: { tokens: 1 } })
  })
}
