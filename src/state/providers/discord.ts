import type { Provider, ProviderIdentity } from '../../model/community/provider.ts'
import { ExchangeFailed } from './exchange-failed.ts'
import { claimAt, emailIn, isTrue, nameIn, subjectOf } from './identity.ts'
import { type AskApi, objectAt } from './user-info.ts'

export const discordApi = 'https://discord.com/api/v10'

/** Stands for being in the guild, among the ids of roles. */
const member = 'member'

/**
 * Returns who somebody is at Discord, by the API. `sub` is that of the ID token, or undefined if there was none: the
 * access token has come from Discord for this code. Throws ExchangeFailed.
 */
export async function discordPerson(
  { guild }: Pick<Provider, 'guild'>,
  sub: unknown,
  ask: AskApi,
): Promise<ProviderIdentity> {
  const { id, username, email, verified } = await objectAt(ask, `${discordApi}/users/@me`)
  // Ids are texts, since they have more digits than numbers can have.
  const subject = subjectOf(typeof id === 'string' ? id : undefined)
  if (sub !== undefined && sub !== subject) {
    throw new ExchangeFailed('unproved', 'another subject in the user info')
  }
  const address = emailIn(email)
  return {
    subject,
    username: nameIn(username),
    email: address,
    isEmailVerified: address !== undefined && isTrue(verified),
    authenticatedAt: undefined,
    ...(guild === null ? { groups: undefined, isInGuild: undefined } : await membershipIn(guild, ask)),
  }
}

/** Returns somebody's roles in a guild. Nothing is known if Discord does not answer; linked people come in all the same. */
async function membershipIn(
  guild: string,
  ask: AskApi,
): Promise<Pick<ProviderIdentity, 'groups' | 'isInGuild'>> {
  const nothing = { groups: undefined, isInGuild: undefined }
  const { status, value } = await ask(`${discordApi}/users/@me/guilds/${guild}/member`).catch(unanswered)
  if (status === 404) return { groups: [], isInGuild: false }
  const roles = claimAt(value, 'roles')
  if (status !== 200 || !Array.isArray(roles)) return nothing
  const ids = roles.filter((role): role is string => typeof role === 'string')
  return { groups: [...ids, member], isInGuild: true }
}

function unanswered(error: unknown): Awaited<ReturnType<AskApi>> {
  if (error instanceof ExchangeFailed) return { status: 0, value: undefined }
  throw error
}
