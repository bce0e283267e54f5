import type { Account } from '../model/account.ts'
import { digestOfSession } from '../model/credential.ts'
import { deleteCredential, insertCredential } from '../storage/credentials.ts'
import { prolongSession, sessionByDigest, sessionKind } from '../storage/web-sessions.ts'
import { toAccount } from './accounts/account-row.ts'
import type { Context } from './context.ts'
import { issueTo } from './sign-in/issue.ts'
import type { SignedIn } from './sign-in/sign-in.ts'

const secretBytes = 32

/** A session that is in use is prolonged so often, or twenty times in its lifetime where that is more often. */
const prolongEveryMs = 300_000

/** A session for whoever has just signed in: what its cookie holds. */
export function startSession(
  context: Pick<Context, 'clock' | 'config' | 'db' | 'keys' | 'random'>,
  signedIn: SignedIn,
): Promise<string> {
  const { clock, config, db, random } = context
  return issueTo(context, signedIn, async (account) => {
    const secret = random.bytes(secretBytes).toString('base64url')
    const now = clock()
    const isIssued = await insertCredential(db, {
      digest: digestOfSession(secret),
      kind: sessionKind,
      account_id: account.id,
      credentials_version: account.credentialsVersion,
      rights: '',
      client: '',
      issued_at: now,
      expires_at: now + config.sessionLifetime,
    })
    return isIssued ? secret : undefined
  })
}

/** Whose session it is, and whether its cookie has to be prolonged too; undefined where it is dead or was none. */
export async function openSession(
  { clock, config, db }: Pick<Context, 'clock' | 'config' | 'db'>,
  secret: string,
): Promise<{ account: Account; isProlonged: boolean } | undefined> {
  const digest = digestOfSession(secret)
  const now = clock()
  const row = await sessionByDigest(db, digest, now)
  if (!row) return undefined
  const expiresAt = now + config.sessionLifetime
  const isProlonged =
    expiresAt - row.session_expires_at >= Math.min(prolongEveryMs, config.sessionLifetime / 20)
  if (isProlonged) await prolongSession(db, digest, expiresAt)
  return { account: toAccount(row, now), isProlonged }
}

export async function endSession(
  { clock, db }: Pick<Context, 'clock' | 'db'>,
  secret: string,
): Promise<void> {
  await deleteCredential(
    db,
    { digest: digestOfSession(secret), kind: sessionKind, client: undefined },
    clock(),
  )
}
