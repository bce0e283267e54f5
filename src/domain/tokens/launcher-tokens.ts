import type { Account } from '../../model/accounts/account.ts'
import { type Actor, accountActor } from '../../model/accounts/actor.ts'
import { type Device, digestOfJti, launcherKind, storedDevice } from '../../model/accounts/credential.ts'
import { Refused } from '../../model/errors/refusal.ts'
import { replaceCredential } from '../../storage/credentials/credentials.ts'
import { insertCredential } from '../../storage/credentials/insert-credential.ts'
import { auditEntry } from '../audit/record.ts'
import type { ChangeContext, TokenContext } from '../context.ts'
import { issueTo } from '../sign-in/issue.ts'
import type { SignedIn } from '../sign-in/sign-in.ts'
import { credentialKey, fromStore, inStore } from './client-token.ts'
import { goodCredential, sessionScope } from './credentials.ts'

/** The owner of a token, as answers show it. */
export interface TokenOwner {
  id: string
  username: string
  language: string
}

type IssueDeps = ChangeContext & TokenContext

/** Issues a token for a sign-in of this moment. A concurrent signout ends earlier tokens, but not this sign-in. */
export function issueTokenTo(
  context: IssueDeps & TokenContext,
  signedIn: SignedIn,
  clientToken: string,
  device: Device,
): Promise<string> {
  const by = accountActor(signedIn.account, signedIn.address)
  const { appPassword } = signedIn
  return issueTo(context, signedIn, (account) =>
    issueToken(context, by, account, clientToken, { ...device, appPassword }),
  )
}

/**
 * Signs a new token for the account and stores its row. Other tokens stay. Returns undefined if the account's
 * credentials have ended since it was read.
 */
export async function issueToken(
  context: IssueDeps,
  by: Actor,
  account: Account,
  clientToken: string,
  { appPassword, ...device }: Device & { appPassword?: string | undefined },
): Promise<string | undefined> {
  const { jti, issuedAt, expiresAt } = newToken(context)
  const { userAgent, address } = storedDevice(device)
  const issuing = { event: 'token.issued', account: account.id, details: {}, owner: account } as const
  const entry = auditEntry(context, by, issuing)
  const scope = sessionScope(context)
  const accessToken = context.accessTokens.sign({ jti, sub: account.id, scope, issuedAt, expiresAt })
  // Until its row is written, the token is worthless.
  const issued = await insertCredential(
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
      app_password_id: appPassword ?? null,
    },
    entry,
  )
  return issued ? accessToken : undefined
}

/**
 * Replaces a token with a new one. Of several concurrent refreshes of the same token, exactly one succeeds. Without a
 * clientToken, that of the old token is kept.
 */
export async function refreshToken(
  context: IssueDeps,
  accessToken: string,
  clientToken: string | undefined,
  device: Device,
): Promise<{ accessToken: string; clientToken: string; owner: TokenOwner }> {
  const claims = await context.accessTokens.read(accessToken)
  if (!claims) throw new Refused('token_invalid')
  const { jti, issuedAt, expiresAt } = newToken(context)
  const scope = sessionScope(context)
  const signed = context.accessTokens.sign({ jti, sub: claims.sub, scope, issuedAt, expiresAt })
  const next = { digest: digestOfJti(jti), issuedAt, expiresAt, ...storedDevice(device) }
  const owner = await replaceCredential(context.db, credentialKey(claims, clientToken), next)
  if (owner) return { accessToken: signed, clientToken: fromStore(owner.client), owner }
  const about = await goodCredential(context, accessToken)
  // The token is valid, but belongs to another client.
  throw new Refused('token_invalid', { about })
}

function newToken({ clock, random, config }: ChangeContext) {
  const issuedAt = clock()
  return { jti: random.uuid(), issuedAt, expiresAt: issuedAt + config.accessTokenLifetime }
}
