// Tells the owner of an account beforehand what `createCharacter` and `makePrimary` will decide.
import type { Account } from '../../model/accounts/account.ts'
import { charactersOf } from '../../storage/accounts/characters.ts'
import { waitForAll } from '../../storage/limits/budgets.ts'
import type { ReadContext } from '../context.ts'
import { creationOf, primaryChoiceOf } from './charge.ts'
import { type Player, playerLimitOf } from './players.ts'

/** The room for another character of an account. */
export interface CharacterRoom {
  /** The number of characters that may be added. */
  left: number
  /** The instant from which the next one may be made, in epoch milliseconds; undefined if that is now. */
  nextAt: number | undefined
  /** True while one of the players is suspended. */
  isSuspended: boolean
}

/** Returns whether an account can have characters, or has some. Nothing of characters shows on its pages otherwise. */
export async function mayHaveCharacters(context: ReadContext, account: Account): Promise<boolean> {
  if (context.config.characters > 1) return true
  const [limit, characters] = await Promise.all([
    playerLimitOf(context, account),
    charactersOf(context.db, account.id),
  ])
  return limit > 1 || characters.length > 0
}

/** Returns the room for another character of an account with these players. */
export async function characterRoom(
  context: ReadContext,
  account: Account,
  players: readonly Player[],
): Promise<CharacterRoom> {
  const { clock, db } = context
  const now = clock()
  const limit = await playerLimitOf(context, account)
  const wait = await waitForAll(db, now, [creationOf(context, account)])
  return {
    left: Math.max(0, limit - players.length),
    nextAt: wait > 0 ? now + wait : undefined,
    isSuspended: players.some(({ player }) => player.suspension !== undefined),
  }
}

/** Returns the instant from which another primary player may be chosen; undefined if that is now. */
export async function nextPrimaryChoiceAt(
  { clock, db }: ReadContext,
  account: Account,
): Promise<number | undefined> {
  const wait = await waitForAll(db, clock(), [primaryChoiceOf(account)])
  return wait > 0 ? clock() + wait : undefined
}
