import type { Account, Profile } from '../../model/accounts/account.ts'
import { accountActor } from '../../model/accounts/actor.ts'
import { deleteCredential } from '../../storage/credentials/credentials.ts'
import { endTokens } from '../../storage/credentials/end-credentials.ts'
import { record } from '../audit/record.ts'
import { change } from '../change.ts'
import type { ChangeContext, Context, TokenContext } from '../context.ts'
import { type Credentials, proveToTakeAway } from '../sign-in/sign-in.ts'
import { credentialKey } from './client-token.ts'

/**
 * Ends the token if the pair, or the accessToken alone, matches a valid one. Otherwise does nothing. `address` is the
 * client's. Returns the owner.
 */
export async function invalidateToken(
  context: ChangeContext & TokenContext,
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

/**
 * Ends all tokens, grants and pending joins of the account that the password or app password proves. A code is not
 * required. App passwords stay.
 */
export async function signout(context: Context, credentials: Credentials): Promise<Account> {
  const account = await proveToTakeAway(context, credentials)
  await change(context, accountActor(account, credentials.address), async (tx) => {
    const tokens = await endTokens(tx, account.id)
    if (tokens === undefined) return { events: [] }
    return { events: [{ event: 'session.ended', account: account.id, details: { tokens } }] }
  })
  return account
}
