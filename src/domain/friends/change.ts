import { networkGroups } from '../../lib/net/address.ts'
import { Refused } from '../../model/errors/refusal.ts'
import { declinedMs, maxDeclined } from '../../model/game/friends.ts'
import { lockAccount } from '../../storage/accounts/accounts.ts'
import type { Transaction } from '../../storage/engine/database.ts'
import { isBlocked } from '../../storage/game/blocked-players.ts'
import { deleteDecline, deleteOldDeclines, putDecline } from '../../storage/game/declined-players.ts'
import {
  askOrAccept,
  countKnownPlayers,
  deleteFriendship,
  friendshipOf,
  inPair,
  requestInExcess,
  takeFriendship,
} from '../../storage/game/friendships.ts'
import type { AccountRow } from '../../storage/schema/rows/accounts.ts'
import { toAccount } from '../accounts/account-row.ts'
import type { ReadContext } from '../context.ts'
import { takeRequest } from './budgets.ts'
import { openSince } from './list.ts'
import { friendsPreferencesOf } from './preferences.ts'

/** The player who asks, and the client's address. */
export interface Asking {
  id: string
  address: string
}

/** The relation of a player to another. A request that has ended does not count. */
type Relation = 'none' | 'asked' | 'asked_me' | 'friends'

/**
 * Asks a player to be a friend, or accepts if that player has asked. Nothing changes if they are friends, or were asked
 * already. Throws Refused `friend_self`, `friends_off`, `friend_limit`, `friend_refused`, `friend_unknown`, `too_many_friend_changes`.
 */
export async function addFriend(context: ReadContext, { id, address }: Asking, other: string): Promise<void> {
  const { clock, db } = context
  refuseSelf(id, other)
  if ((await relationOf(context, db, id, other)) === 'none') await takeRequest(context, id, address)
  await db.transaction(async (tx) => {
    const [low, high] = inPair(id, other)
    const [own, theirs] = await lockedPair(tx, id, other)
    if (!friendsPreferencesOf(context, own).friends) throw new Refused('friends_off', { about: own })
    const relation = await relationOf(context, tx, id, other)
    if (relation === 'friends' || relation === 'asked') return
    const now = clock()
    const known = await countKnownPlayers(tx, id, openSince(now))
    if ((known?.own ?? 0) >= context.config.friendsLimit) throw new Refused('friend_limit', { about: own })
    const network = networkGroups(address)[0] ?? address
    const answer = await askedFrom(network, context, tx, { own, theirs, relation })
    if (!answer.mayAsk) throw new Refused('friend_refused', { about: own })
    if (answer.inPlaceOf !== undefined) await deleteFriendship(tx, ...inPair(other, answer.inPlaceOf))
    await deleteDecline(tx, id, other)
    // An old request that has ended is not accepted by asking.
    if (relation === 'none') await deleteFriendship(tx, low, high)
    await askOrAccept(tx, low, high, id, now, network)
  })
}

/**
 * Ends a friendship, takes a request back or declines one. Nothing changes if there is none. A player who was declined may
 * ask again like anybody, and is not seen for a while.
 */
export async function removeFriend({ clock, db }: ReadContext, id: string, other: string): Promise<void> {
  await db.transaction(async (tx) => {
    await lockAccount(tx, id)
    const ended = await takeFriendship(tx, ...inPair(id, other))
    if (ended?.asked_by !== other || ended.since <= openSince(clock())) return
    await putDecline(tx, id, other, clock() + declinedMs)
    await deleteOldDeclines(tx, id, maxDeclined)
  })
}

/** Throws Refused `friend_self` if both are the same player. */
export function refuseSelf(id: string, other: string): void {
  if (id === other) throw new Refused('friend_self', { about: { id } })
}

async function relationOf(
  { clock }: Pick<ReadContext, 'clock'>,
  db: ReadContext['db'] | Transaction,
  id: string,
  other: string,
): Promise<Relation> {
  const found = await friendshipOf(db, ...inPair(id, other))
  if (!found) return 'none'
  if (found.asked_by === null) return 'friends'
  if (found.since <= openSince(clock())) return 'none'
  return found.asked_by === id ? 'asked' : 'asked_me'
}

/** Locks two accounts, in the order of their ids. Returns them as they are given, undefined for one that is gone. */
export async function lockBoth(
  tx: Transaction,
  one: string,
  other: string,
): Promise<[AccountRow | undefined, AccountRow | undefined]> {
  const locked = new Map<string, AccountRow | undefined>()
  for (const each of inPair(one, other)) locked.set(each, await lockAccount(tx, each))
  return [locked.get(one), locked.get(other)]
}

/** Locks the accounts of a player who changes the list and of another one. Throws Refused `bearer_invalid`, `friend_unknown`. */
export async function lockedPair(
  tx: Transaction,
  id: string,
  other: string,
): Promise<[AccountRow, AccountRow]> {
  const [own, theirs] = await lockBoth(tx, id, other)
  if (!own) throw new Refused('bearer_invalid', { about: { id } })
  if (!theirs || theirs.deletes_at !== null) throw new Refused('friend_unknown', { about: own })
  return [own, theirs]
}

interface Answer {
  /** False for all the reasons of which the player who asks is told nothing. All of them take the same time. */
  mayAsk: boolean
  /** The player whose request makes room. */
  inPlaceOf?: string | undefined
}

async function askedFrom(
  network: string,
  context: ReadContext,
  tx: Transaction,
  { own, theirs, relation }: { own: AccountRow; theirs: AccountRow; relation: Relation },
): Promise<Answer> {
  const now = context.clock()
  const { friends, acceptInvites } = friendsPreferencesOf(context, theirs)
  const isBlocking = await isBlocked(tx, own.id, theirs.id)
  const known = await countKnownPlayers(tx, theirs.id, openSince(now))
  const excess = await requestInExcess(tx, theirs.id, openSince(now), network)
  const mayAct = toAccount(theirs, now).suspension === undefined
  if (!friends || !mayAct || isBlocking) return { mayAsk: false }
  if (relation === 'asked_me') return { mayAsk: true }
  const room = context.config.friendsLimit - (known?.received ?? 0)
  if (!acceptInvites || room < 0) return { mayAsk: false }
  if (room > 0) return { mayAsk: true }
  return { mayAsk: excess !== undefined, inPlaceOf: excess?.asker }
}
