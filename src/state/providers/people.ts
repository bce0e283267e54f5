import type { Provider, ProviderIdentity } from '../../model/community/provider.ts'
import { discordPerson } from './discord.ts'
import { ExchangeFailed } from './exchange-failed.ts'
import { githubPerson } from './github.ts'
import { claimAt, identityBy, subjectOf, verifiedClaim } from './identity.ts'
import { subjectIn } from './presets.ts'
import type { Claims } from './tokens.ts'
import { type AskApi, objectAt } from './user-info.ts'

/**
 * Returns who somebody is, by the claims of the ID token, which have been checked, and by what the provider's API says.
 * Throws ExchangeFailed.
 */
export async function personOf(
  provider: Provider,
  claims: Claims | undefined,
  ask: AskApi,
): Promise<ProviderIdentity> {
  if (provider.preset === 'discord') return discordPerson(provider, claims?.sub, ask)
  if (provider.preset === 'github') return githubPerson(ask)
  if (claims === undefined) return plainPerson(provider, ask)
  const subject = subjectOf(subjectIn(provider, claims))
  const at = await withUserInfo(provider, claims, ask)
  const { auth_time: authTime } = claims
  return {
    ...identityBy(provider, subject, at),
    authenticatedAt: typeof authTime === 'number' ? authTime * 1000 : undefined,
  }
}

/** Returns who somebody is at a provider of OAuth 2.0 without OpenID Connect. */
async function plainPerson(provider: Provider, ask: AskApi): Promise<ProviderIdentity> {
  const info = await objectAt(ask, addressOf(provider))
  const at = (path: string) => claimAt(info, path)
  return identityBy(provider, subjectOf(at(provider.claims.subject)), at)
}

/** Returns a function that returns a claim, from the user info if the ID token lacks it. */
async function withUserInfo(
  provider: Provider,
  claims: Claims,
  ask: AskApi,
): Promise<(path: string) => unknown> {
  const own = (path: string) => claimAt(claims, path) ?? undefined
  const { email } = provider.claims
  const isComplete = wantedOf(provider).every((path) => own(path) !== undefined)
  if (isComplete || provider.server.userinfo_endpoint === undefined) return own
  const info = await objectAt(ask, addressOf(provider))
  // Otherwise a user info of somebody else could take their place (OpenID Connect Core 1.0, section 5.3.2).
  if (info.sub !== claims.sub) throw new ExchangeFailed('unproved', 'another subject in the user info')
  const isOtherEmail = email !== null && own(email) !== undefined && own(email) !== claimAt(info, email)
  return (path) =>
    // The user info speaks of its own address only.
    own(path) ?? (isOtherEmail && path === verifiedClaim(email) ? undefined : claimAt(info, path))
}

/** Returns the claims that are read. */
function wantedOf({ preset, email: counts, claims: { username, email, groups } }: Provider): string[] {
  const isVerifiedRead = counts === 'claim' && preset !== 'microsoft'
  const ofEmail = email === null ? [] : [email, ...(isVerifiedRead ? [verifiedClaim(email)] : [])]
  return [username, ...ofEmail, ...(groups === null ? [] : [groups])]
}

function addressOf({ server }: Provider): string {
  if (server.userinfo_endpoint !== undefined) return server.userinfo_endpoint
  throw new ExchangeFailed('unproved', 'no address for the user info')
}
