import { fold } from '../../lib/text/fold.ts'
import { isUsername } from '../../model/accounts/account.ts'
import type { Actor } from '../../model/accounts/actor.ts'
import { Refused } from '../../model/errors/refusal.ts'
import { deleteNameHold, namesHeldFor } from '../../storage/accounts/name-claims.ts'
import { change } from '../change.ts'
import type { ChangeContext, ReadContext } from '../context.ts'
import type { NameTaker } from './owner.ts'

/** Returns the names that only players of this account may take, in lower case, ordered by when their hold ends. */
export async function heldNames(
  { clock, db }: ReadContext,
  { id, ownerId = id }: NameTaker,
): Promise<{ name: string; until: number }[]> {
  const held = await namesHeldFor(db, ownerId, clock())
  return held.map(({ name_key: name, until }) => ({ name, until }))
}

/** Ends the hold of a name and returns the account for which it was held. Throws Refused `name_not_held`. */
export async function releaseName(context: ChangeContext, by: Actor, username: string): Promise<string> {
  if (!isUsername(username)) throw new Refused('name_not_held')
  const key = fold(username)
  return change(context, by, async (tx) => {
    const account = await deleteNameHold(tx, key, context.clock())
    if (account === undefined) throw new Refused('name_not_held')
    return {
      events: [{ event: 'account.name_released', account, details: { username: key } }],
      result: account,
    }
  })
}
