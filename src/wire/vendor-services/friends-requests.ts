// The bodies of friends, presence and preferences. Members that are null are as if they were not there, since one launcher
// sends them; members that nobody knows are ignored.
import { type Static, Type } from 'typebox'
import type { Report } from '../../domain/friends/presence.ts'
import type { NamedPlayer } from '../../domain/friends/target.ts'
import { parseUuid } from '../../lib/crypto/uuid.ts'
import { type Refusal, Refused } from '../../model/errors/refusal.ts'
import {
  type FriendsPreferences,
  maxInvites,
  maxJoinValue,
  presenceStatuses,
} from '../../model/game/friends.ts'

const text = (description: string) => Type.Optional(Type.String({ description }))

export const FriendUpdate = Type.Object({
  updateType: Type.Union([Type.Literal('ADD'), Type.Literal('REMOVE')]),
  name: text('The username.'),
  profileId: text('The UUID, with or without hyphens.'),
})

export const PresenceReport = Type.Object({
  status: Type.Union(presenceStatuses.map((status) => Type.Literal(status))),
  joinInfo: Type.Optional(
    Type.Object({
      value: text('What friends need to join, at most 256 characters. If absent, the pmid.'),
      invites: Type.Optional(Type.Array(Type.String(), { description: 'UUIDs of those who are invited.' })),
    }),
  ),
})

const Preference = Type.Union([Type.Literal('ENABLED'), Type.Literal('DISABLED')])

export const AttributesUpdate = Type.Object({
  friendsPreferences: Type.Optional(
    Type.Object({ friends: Type.Optional(Preference), acceptInvites: Type.Optional(Preference) }),
  ),
})

type Members = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Reads an update of the list. Throws Refused `body_unreadable`, `friend_update_malformed`, `friend_unknown`. */
export function readFriendUpdate(
  body: unknown,
): NamedPlayer & Pick<Static<typeof FriendUpdate>, 'updateType'> {
  const { updateType, name, profileId } = membersOf(body)
  if (updateType !== 'ADD' && updateType !== 'REMOVE') throw new Refused('friend_update_malformed')
  return {
    updateType,
    name: optionalText(name, 'friend_unknown'),
    profileId: optionalText(profileId, 'friend_unknown'),
  }
}

/** Reads a report. Throws Refused `body_unreadable`, `presence_malformed`. */
export function readPresence(body: unknown): Report {
  const { status: given, joinInfo } = membersOf(body)
  const status = presenceStatuses.find((one) => one === given)
  if (status === undefined) throw new Refused('presence_malformed')
  if (joinInfo === undefined || joinInfo === null) return { status, joinInfo: undefined }
  if (!isObject(joinInfo)) throw new Refused('presence_malformed')
  const { value, invites } = joinInfo
  const sent = optionalText(typeof value === 'number' ? String(value) : value, 'presence_malformed')
  if (sent !== undefined && (sent.length > maxJoinValue || /\p{Cc}|\p{Cs}/u.test(sent))) {
    throw new Refused('presence_malformed')
  }
  return { status, joinInfo: { value: sent, invites: readInvites(invites ?? []) } }
}

/** Reads UUIDs, and drops other texts. */
function readInvites(invites: unknown): string[] {
  if (!Array.isArray(invites) || invites.length > maxInvites) throw new Refused('presence_malformed')
  return invites.flatMap((one: unknown) => (typeof one === 'string' ? (parseUuid(one) ?? []) : []))
}

/** Reads preferences, of which each may be missing. Throws Refused `body_unreadable`, `friends_preferences_malformed`. */
export function readFriendsPreferences(body: unknown): Partial<FriendsPreferences> {
  const { friendsPreferences = null } = membersOf(body)
  if (friendsPreferences === null) return {}
  if (!isObject(friendsPreferences)) throw new Refused('friends_preferences_malformed')
  const { friends, acceptInvites } = friendsPreferences
  return {
    ...readPreference('friends', friends),
    ...readPreference('acceptInvites', acceptInvites),
  }
}

function readPreference(name: keyof FriendsPreferences, value: unknown): Partial<FriendsPreferences> {
  if (value === undefined || value === null) return {}
  if (value !== 'ENABLED' && value !== 'DISABLED') throw new Refused('friends_preferences_malformed')
  return { [name]: value === 'ENABLED' }
}

function membersOf(body: unknown): Members {
  if (!isObject(body)) throw new Refused('body_unreadable')
  return body
}

function optionalText(value: unknown, reason: Refusal): string | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'string') throw new Refused(reason)
  return value
}
