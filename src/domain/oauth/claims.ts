import { hyphenatedUuid } from '../../lib/crypto/uuid.ts'
import type { Account } from '../../model/accounts/account.ts'
import type { SiteContext } from '../context.ts'

/**
 * Returns all claims that userinfo and ID tokens may contain about a player, whom `account` signs in. The granted scopes
 * select from them.
 */
export function claimsOf(
  { baseUrl }: SiteContext,
  { id, username, createdAt }: Account,
  { email, isEmailConfirmed, language }: Account,
): Record<string, unknown> & { sub: string } {
  const profile = { id, name: username }
  return {
    sub: id,
    id,
    uuid: hyphenatedUuid(id),
    username,
    registeredAt: Math.floor(createdAt / 1000),
    preferredLanguage: language,
    email,
    // Without an email address, the claim is omitted (OpenID Connect Core 1.0, section 5.3.2).
    ...(email !== undefined && { email_verified: isEmailConfirmed }),
    preferred_username: username,
    name: username,
    picture: `${baseUrl()}/skinsystem/face/${id}.png`,
    locale: language,
    selectedProfile: profile,
    availableProfiles: [profile],
  }
}
