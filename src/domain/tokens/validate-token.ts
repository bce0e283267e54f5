import { launcherKind } from '../../model/accounts/credential.ts'
import { Refused } from '../../model/errors/refusal.ts'
import { credentialByDigest, deleteExpiredCredential } from '../../storage/credentials/credentials.ts'
import type { ReadContext, TokenContext } from '../context.ts'
import { inStore } from './client-token.ts'
import { type Bearer, deadToken, isExpired, mayDo, present } from './credentials.ts'
import type { TokenOwner } from './launcher-tokens.ts'

/**
 * Returns the owner of a valid token. An expired token is deleted. Throws Refused `token_invalid`, and why the token is
 * dead (`deadToken`).
 */
export async function validateToken(
  context: ReadContext & TokenContext,
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
  // Only launchers' tokens have a clientToken that could fail to match.
  if (clientToken !== undefined && stored.kind === launcherKind && inStore(clientToken) !== stored.client) {
    throw new Refused('token_invalid', { about: stored })
  }
  if (presented) context.credentialUses.mark(presented.digest, address)
  return stored
}
