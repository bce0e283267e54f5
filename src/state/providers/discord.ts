import { hourMs, minuteMs } from '../../lib/measure/units.ts'
import { retryAfterMs } from '../../lib/net/retry-after.ts'
import { parseStrictJson } from '../../lib/text/strict-json.ts'
import type { MemberProblem, Provider, ProviderIdentity } from '../../model/community/provider.ts'
import { ExchangeFailed } from './exchange-failed.ts'
import { askBounded, type GuardedQuestion } from './guarded-fetch.ts'
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

/** Roles of somebody, as a bot was told. */
export interface MemberAnswer {
  /** Values as those of a sign-in; none for somebody who is not in the guild. Undefined if the answer is of no use. */
  groups: readonly string[] | undefined
  problem: MemberProblem | undefined
  /** Nothing more is asked for this long. */
  waitMs: number
}

/** After an answer that would come to every question. */
const failureMs = minuteMs

/** Longer is taken for a mistake. */
export const maxWaitMs = 6 * hourMs

const maxDepth = 16

/** Discord's codes for those who are not in the guild, and for users whom it does not know. */
const memberUnknown = 10007
const userUnknown = 10013

/** Asks as a bot about a member of a guild. `now` is in epoch milliseconds. Never throws. */
export async function guildMember(
  guild: string,
  botToken: string,
  subject: string,
  question: GuardedQuestion,
  now: number,
): Promise<MemberAnswer> {
  // A subject that an operator typed could be any text.
  if (!/^\d{1,20}$/.test(subject)) return useless('sync_user_unknown', 0)
  if (!/^[\x21-\x7e]+$/.test(botToken)) return useless('sync_refused')
  const headers = { ...question.headers, authorization: `Bot ${botToken}` }
  const url = `${discordApi}/guilds/${guild}/members/${subject}`
  const answer = await askBounded(url, { ...question, headers }).catch(() => undefined)
  if (!answer) return useless('sync_unanswered')
  const { status, body } = answer
  const asked = retryAfterMs(answer.headers['retry-after'], now)
  const waitMs = Math.min(asked ?? failureMs, maxWaitMs)
  if (status === 429) return useless('sync_limited', waitMs)
  if (status >= 500) return useless('sync_unanswered', Math.max(waitMs, failureMs))
  const value = parsed(body)
  if (status === 404 && claimAt(value, 'code') === memberUnknown) return { ...known, groups: [] }
  if (status === 404 && claimAt(value, 'code') === userUnknown) return useless('sync_user_unknown', 0)
  if (status !== 200) return useless('sync_refused')
  const roles = claimAt(value, 'roles')
  const isOne = Array.isArray(roles) && roles.every((role) => typeof role === 'string')
  const id = claimAt(value, 'user.id') ?? subject
  if (!isOne || id !== subject) return useless('sync_malformed')
  return { ...known, groups: [...roles, member] }
}

const known = { problem: undefined, waitMs: 0 }

const useless = (problem: MemberProblem, waitMs = failureMs): MemberAnswer => ({
  groups: undefined,
  problem,
  waitMs,
})

function parsed(body: Buffer): unknown {
  try {
    const { value, hasDuplicates } = parseStrictJson(body, maxDepth)
    return hasDuplicates ? undefined : value
  } catch {
    return undefined
  }
}
