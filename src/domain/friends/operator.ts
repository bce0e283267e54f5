// Friends as operators set them, for support and for families and classes (docs/decisions/0139-friends.md).
import type { Account } from '../../model/accounts/account.ts'
import type { Actor } from '../../model/accounts/actor.ts'
import { Refused } from '../../model/errors/refusal.ts'
import { lockAccount } from '../../storage/accounts/accounts.ts'
import type { Transaction } from '../../storage/engine/database.ts'
import { isBlocked } from '../../storage/game/blocked-players.ts'
import { deleteDecline } from '../../storage/game/declined-players.ts'
import {
  countKnownPlayers,
  deleteFriendsOf,
  endFriendship,
  inPair,
  joinFriends,
} from '../../storage/game/friendships.ts'
import type { AccountRow } from '../../storage/schema/rows/accounts.ts'
import { change } from '../change.ts'
import type { ChangeContext } from '../context.ts'
import { lockBoth, refuseSelf } from './change.ts'
import { openSince } from './list.ts'

type Named = Pick<Account, 'id'>

/**
 * Makes two players friends without a request, whatever their preferences are; one that waits is answered by it. Returns
 * false, and changes nothing, if they are friends. Throws Refused `friend_self`, `account_unknown`, `friend_leaving`, `friend_blocked`,
 * `friend_limit`.
 */
export function makeFriends(context: ChangeContext, by: Actor, one: Named, other: Named): Promise<boolean> {
  refuseSelf(one.id, other.id)
  return change(context, by, async (tx) => {
    const [first, second] = await lockedAccounts(tx, one, other)
    if (first.deletes_at !== null || second.deletes_at !== null) {
      throw new Refused('friend_leaving', { about: first })
    }
    if (await isBlocked(tx, first.id, second.id)) throw new Refused('friend_blocked', { about: first })
    const isNew = await joinFriends(tx, ...inPair(first.id, second.id), context.clock())
    if (!isNew) return { events: [], result: false }
    for (const each of [first, second]) await refuseFull(context, tx, each)
    await deleteDecline(tx, first.id, second.id)
    await deleteDecline(tx, second.id, first.id)
    const event = { event: 'friend.added', account: first.id, details: named(second) } as const
    return { events: [event], result: true }
  })
}

/**
 * Ends the friendship of two players, or the request of one to the other. Returns false, and changes nothing, if there is
 * none. Throws Refused `account_unknown`.
 */
export function partFriends(context: ChangeContext, by: Actor, one: Named, other: Named): Promise<boolean> {
  if (one.id === other.id) return Promise.resolve(false)
  return change(context, by, async (tx) => {
    const [first, second] = await lockedAccounts(tx, one, other)
    const isEnded = await endFriendship(tx, ...inPair(first.id, second.id))
    const event = { event: 'friend.removed', account: first.id, details: named(second) } as const
    return { events: isEnded ? [event] : [], result: isEnded }
  })
}

/**
 * Ends all friendships of a player and all requests, sent and received, and returns how many; blocked players stay blocked.
 * Throws Refused `account_unknown`.
 */
export function clearFriends(
  context: ChangeContext,
  by: Actor,
  { id }: Named,
): Promise<{ friends: number; requests: number }> {
  return change(context, by, async (tx) => {
    if (!(await lockAccount(tx, id))) throw new Refused('account_unknown', { about: { id } })
    const askers = await deleteFriendsOf(tx, id)
    const friends = askers.filter((askedBy) => askedBy === null).length
    const result = { friends, requests: askers.length - friends }
    const event = { event: 'friend.cleared', account: id, details: result } as const
    return { events: askers.length > 0 ? [event] : [], result }
  })
}

/** Throws Refused `account_unknown` also for one that has been deleted since it was found. */
async function lockedAccounts(tx: Transaction, one: Named, other: Named): Promise<[AccountRow, AccountRow]> {
  const [first, second] = await lockBoth(tx, one.id, other.id)
  if (!first) throw new Refused('account_unknown', { about: one })
  if (!second) throw new Refused('account_unknown', { about: other })
  return [first, second]
}

/** Throws Refused `friend_limit` if a player has more than there is room for, and says whose list it is. */
async function refuseFull(
  { clock, config }: ChangeContext,
  tx: Transaction,
  { id, username }: AccountRow,
): Promise<void> {
  const known = await countKnownPlayers(tx, id, openSince(clock()))
  if ((known?.own ?? 0) <= config.friendsLimit) return
  const sentence = `The list of ${username} has as many friends and requests sent as NORN_FRIENDS_LIMIT allows. Remove one first.`
  throw new Refused('friend_limit', { about: { id, username }, sentence })
}

const named = ({ id, username }: AccountRow): { id: string; name: string } => ({ id, name: username })
