// The players of reported textures whose uploads a moderator may suspend.
import { accountById } from '../../../../domain/accounts/find.ts'
import { barFor } from '../../../../domain/accounts/roles.ts'
import type { Context } from '../../../../domain/context.ts'
import type { NamedPlayer, QueueEntry } from '../../../../domain/moderation/queue.ts'
import type { Account } from '../../../../model/accounts/account.ts'
import { Refused } from '../../../../model/errors/refusal.ts'

/** By the id of a player: true if the uploads of the account are suspended. Others have no button. */
export type Owners = ReadonlyMap<string, boolean>

/** Returns those who wore a texture when it was reported, and those who wear it now, without visitors. */
export const playersIn = ({ reports, wearers }: QueueEntry): NamedPlayer[] => {
  const players = [...reports.map(({ player }) => player), ...wearers].filter(({ isVisitor }) => !isVisitor)
  return [...new Map(players.map((player) => [player.id, player])).values()]
}

/** The most players of one texture that have a button. */
const maxOwners = 10

export async function ownersOf(
  context: Context,
  viewer: Account,
  entries: readonly QueueEntry[],
): Promise<Owners> {
  const ids = new Set(entries.flatMap((entry) => playersIn(entry).slice(0, maxOwners)).map(({ id }) => id))
  const found = await Promise.all([...ids].map((id) => ownerOf(context, viewer, id)))
  return new Map(found.filter((each) => each !== undefined))
}

async function ownerOf(
  context: Context,
  viewer: Account,
  id: string,
): Promise<readonly [string, boolean] | undefined> {
  try {
    const player = await accountById(context, id)
    const account = player.ownerId === undefined ? player : await accountById(context, player.ownerId)
    const bar = await barFor(context.db, viewer, { account: account.id, suspension: undefined })
    return bar === undefined ? [id, account.uploadsSuspension !== undefined] : undefined
  } catch (error) {
    // The player may be gone.
    if (error instanceof Refused && error.reason === 'account_unknown') return undefined
    throw error
  }
}
