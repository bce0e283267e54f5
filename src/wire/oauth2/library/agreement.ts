// As whose the library sees the session of a browser, which may have several players.
import type { KoaContextWithOIDC } from 'oidc-provider'
import { findAccount } from '../../../domain/accounts/find.ts'
import type { ReadContext } from '../../../domain/context.ts'
import { agreedBefore, findGrant } from '../../../domain/oauth/grants.ts'
import { currentFlow } from './flow.ts'

/**
 * Finds the grant to which the person has agreed, now or before, and shows the library the session as one of the player
 * of this grant: it refuses a grant and a session of different accounts. Returns the UUID of the player, which is that
 * of the account without such a grant.
 */
export async function playerOfSession(
  context: ReadContext,
  { oidc }: KoaContextWithOIDC,
  account: string,
): Promise<string> {
  const { client, result, session } = oidc
  const given = result?.consent?.grantId
  const isRemembered = client !== undefined && client.clientAuthMethod !== 'none'
  const remembered = () => (isRemembered ? agreedBefore(context, account, client.clientId) : undefined)
  const grant = given === undefined ? await remembered() : await findGrant(context, given)
  if (!grant) return account
  currentFlow().agreement = grant.id
  if (session) session.accountId = grant.accountId
  return grant.accountId
}

/**
 * Returns true if the application names a player whom the signed-in account has, by an ID token: signing in again would
 * not lead to another answer, but the person can choose.
 */
export async function hintsAtOwnPlayer(context: ReadContext, { oidc }: KoaContextWithOIDC): Promise<boolean> {
  const { signedIn } = currentFlow()
  const sub = hinted(oidc)
  if (!signedIn || sub === undefined || oidc.prompts.has('none')) return false
  const player = await findAccount(context, sub)
  return player !== undefined && (player.ownerId ?? player.id) === signedIn.accountId
}

/** Returns true if the application names another player than the one of the session. */
export function hintsAtAnother({ oidc }: KoaContextWithOIDC): boolean {
  const sub = hinted(oidc)
  return sub !== undefined && sub !== oidc.session?.accountId
}

function hinted({ entities }: KoaContextWithOIDC['oidc']): string | undefined {
  const { sub } = Object(entities.IdTokenHint?.['payload']) as { sub?: unknown }
  return typeof sub === 'string' ? sub : undefined
}
