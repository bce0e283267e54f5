import { dayMs, minuteMs } from '../../lib/measure/units.ts'

/** A request that nobody answers ends. */
export const friendRequestMs = 30 * dayMs

/** So long a player who was declined asks without being seen. */
export const declinedMs = 7 * dayMs

/** The declines of a player that are kept, the latest ones. */
export const maxDeclined = 200

/** No player blocks more. */
export const maxBlocked = 200

/** A player's choices for the friends list. */
export interface FriendsPreferences {
  /** True if the player uses the list. */
  friends: boolean
  /** True if others may ask to be a friend. */
  acceptInvites: boolean
}

/** The words in which a game says what it does. */
export const presenceStatuses = [
  'ONLINE',
  'PLAYING_OFFLINE',
  'PLAYING_REALMS',
  'PLAYING_SERVER',
  'PLAYING_HOSTED_SERVER',
  'OFFLINE',
] as const

export type PresenceStatus = (typeof presenceStatuses)[number]

/** A game repeats a status that has not changed every five minutes. */
export const presenceMs = 10 * minuteMs

/** The games of one player whose reports are kept, the latest ones. */
export const maxGames = 4

export const maxInvites = 200
export const maxJoinValue = 256
