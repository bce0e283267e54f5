import { fold } from '../../lib/text/fold.ts'
import { isUsername } from '../../model/accounts/account.ts'
import type { Actor } from '../../model/accounts/actor.ts'
import { noSuch } from '../../model/errors/families.ts'
import { Refused } from '../../model/errors/refusal.ts'
import { deleteListed, insertListed, listedOf } from '../../storage/community/listed.ts'
import { lockNeighbour } from '../../storage/community/neighbours.ts'
import type { Queries, Transaction } from '../../storage/engine/database.ts'
import { change } from '../change.ts'
import { findServer } from '../community/servers.ts'
import type { ChangeContext, ReadContext } from '../context.ts'
import { findNeighbour } from './neighbours.ts'

/** A name that a neighbour's player may join with. */
export interface ListedName {
  /** In lower case. */
  name: string
  /** The name of the game server for which it is listed. Undefined for all. */
  server?: string | undefined
}

/** Returns the listed names of a neighbour. Throws Refused `unknown`. */
export async function listedNames({ db }: ReadContext, id: string): Promise<ListedName[]> {
  await findNeighbour({ db }, id)
  return (await listedOf(db, id)).map(({ name_key, server }) => ({
    name: name_key,
    server: server ?? undefined,
  }))
}

/**
 * Lists a name. Does nothing if it is listed. Throws Refused `unknown`, `username_malformed`.
 */
export const listName = (context: ChangeContext, by: Actor, id: string, listed: ListedName): Promise<void> =>
  changeListed(context, by, id, listed, (tx, row) => insertListed(tx, { ...row, added_at: context.clock() }))

/**
 * Ends the listing of a name. Throws Refused `unknown`, `username_malformed`, `name_not_listed`.
 */
export const unlistName = (
  context: ChangeContext,
  by: Actor,
  id: string,
  listed: ListedName,
): Promise<void> =>
  changeListed(context, by, id, listed, async (tx, row) => {
    if (!(await deleteListed(tx, row.neighbour_id, row.name_key, row.server_id)))
      throw new Refused('name_not_listed')
    return true
  })

async function changeListed(
  context: ChangeContext,
  by: Actor,
  id: string,
  { name, server }: ListedName,
  work: (
    tx: Transaction,
    row: { neighbour_id: string; name_key: string; server_id: string },
  ) => Promise<boolean>,
): Promise<void> {
  if (!isUsername(name)) throw new Refused('username_malformed')
  await change(context, by, async (tx) => {
    if (!(await lockNeighbour(tx, id))) throw noSuch('neighbour')
    const row = { neighbour_id: id, name_key: fold(name), server_id: await idOf(tx, server) }
    if (!(await work(tx, row))) return { events: [] }
    return { events: [{ event: 'neighbour.changed', account: null, details: { id, changed: ['listed'] } }] }
  })
}

/** Returns the id of a game server, and an empty text for all of them. */
const idOf = async (db: Queries, server: string | undefined): Promise<string> =>
  server === undefined ? '' : (await findServer({ db }, server)).id
