import { isSlowPattern } from '../../lib/process/pattern-trial.ts'
import type { Actor } from '../../model/accounts/actor.ts'
import type { Neighbour } from '../../model/community/neighbour.ts'
import { malformed, noSuch, requireRule, requireRules, tooMany } from '../../model/errors/families.ts'
import { Refused } from '../../model/errors/refusal.ts'
import { type Changes, withChanges, withInitial } from '../../model/fields/field.ts'
import { neighbourFields } from '../../model/fields/neighbour.ts'
import { insertNeighbourKey } from '../../storage/community/neighbour-keys.ts'
import {
  allNeighbours,
  countNeighbours,
  deleteNeighbourRow,
  insertNeighbour,
  lockNeighbour,
  neighbourById,
  updateNeighbour,
} from '../../storage/community/neighbours.ts'
import type { Queries, Transaction } from '../../storage/engine/database.ts'
import { change, ifTakenBy } from '../change.ts'
import type { ChangeContext, ReadContext, SecretContext } from '../context.ts'
import type { StoreAnswer } from '../idempotency.ts'
import { type NewNeighbourClient, storeClient } from '../linking/client.ts'
import { namePattern } from './checks.ts'
import { checkedHosts, type NeighbourPlace } from './place.ts'
import { columnsOf, toNeighbour } from './rows.ts'

export type NeighbourFields = Changes<typeof neighbourFields>

/** A list replaces the one before. An empty one of hosts shows the players without skins. */
export interface NeighbourChanges extends NeighbourFields {
  /** The client that this service is there from now on. Null for none. */
  client?: NewNeighbourClient | null | undefined
}

/** Each join may ask all of them. */
export const maxNeighbours = 20
const maxPatternLength = 200

/**
 * Adds a neighbour at a place that `placeOf` has found. Throws Refused `malformed`, `taken`, `too_many`,
 * `neighbour_pattern_slow`.
 */
export async function addNeighbour(
  context: ChangeContext,
  by: Actor,
  { id, place, ...fields }: NeighbourFields & { id: string; place: NeighbourPlace },
  keep?: StoreAnswer<Neighbour>,
): Promise<Neighbour> {
  requireRule('neighbourId', 'id', id)
  await checkFields(fields)
  const isVendor = place.kind === 'vendor'
  const { texturesKey, ...placed } = place
  const { trust = isVendor ? 80 : 50, textures = isVendor ? 'pass' : 'mirror' } = fields
  const neighbour: Neighbour = {
    ...withInitial(neighbourFields, { ...fields, trust, textures }),
    id,
    ...placed,
    isPaused: false,
    client: undefined,
    createdAt: context.clock(),
  }
  return change(context, by, async (tx) => {
    if ((await countNeighbours(tx)) >= maxNeighbours) throw tooMany('neighbour', maxNeighbours)
    await insertNeighbour(tx, {
      id,
      paused_at: null,
      created_at: neighbour.createdAt,
      keys_read_at: null,
      client_id: null,
      client_secret: null,
      authorization_server: null,
      ...columnsOf(neighbour),
    })
    if (texturesKey !== undefined) {
      const seen = { first_seen: neighbour.createdAt, confirmed_at: neighbour.createdAt }
      await insertNeighbourKey(tx, { neighbour_id: id, use: 'textures', spki: texturesKey, ...seen })
    }
    await keep?.(tx, neighbour)
    const details = { id, kind: place.kind }
    return { events: [{ event: 'neighbour.added', account: null, details }], result: neighbour }
  }).catch(ifTakenBy('neighbour'))
}

/** Returns all neighbours in the order of their ids. */
export async function listNeighbours({ db }: ReadContext): Promise<Neighbour[]> {
  return (await allNeighbours(db)).map(toNeighbour)
}

/** Finds a neighbour. Throws Refused `unknown`. */
export async function findNeighbour({ db }: { db: Queries }, id: string): Promise<Neighbour> {
  const row = await neighbourById(db, id)
  if (!row) throw noSuch('neighbour')
  return toNeighbour(row)
}

/**
 * Changes a neighbour. Undefined fields stay as they are. Throws Refused `unknown`, `malformed`,
 * `neighbour_pattern_slow`, `neighbour_url_malformed`.
 */
export async function setNeighbour(
  context: ChangeContext & SecretContext,
  by: Actor,
  id: string,
  { client, textureHosts, ...fields }: NeighbourChanges,
): Promise<Neighbour> {
  await checkFields(fields)
  const hosts = textureHosts && checkedHosts(textureHosts)
  const given = Object.entries({ ...fields, textureHosts: hosts }).filter(([, value]) => value !== undefined)
  return changeNeighbour(context, by, id, async (tx, neighbour) => {
    const then = withChanges(neighbourFields, neighbour, { ...fields, textureHosts: hosts })
    if (given.length > 0) await updateNeighbour(tx, id, columnsOf({ ...neighbour, ...then }))
    const changed = given.map(([field]) => field)
    if (client === undefined) return changed
    await storeClient(context, tx, id, client)
    return [...changed, 'client']
  })
}

/** Pauses or resumes a neighbour. A paused one is not asked. Throws Refused `unknown`. */
export function pauseNeighbour(
  context: ChangeContext,
  by: Actor,
  id: string,
  isPaused: boolean,
): Promise<Neighbour> {
  return changeNeighbour(context, by, id, async (tx, neighbour) => {
    if (neighbour.isPaused === isPaused) return []
    await updateNeighbour(tx, id, { paused_at: isPaused ? context.clock() : null })
    return ['paused']
  })
}

/** Removes a neighbour, also from the lists of game servers. Throws Refused `unknown`. */
export async function removeNeighbour(context: ChangeContext, by: Actor, id: string): Promise<void> {
  await change(context, by, async (tx) => {
    if (!(await deleteNeighbourRow(tx, id))) throw noSuch('neighbour')
    return { events: [{ event: 'neighbour.removed', account: null, details: { id } }] }
  })
}

/** Checks that all these neighbours exist, and that none is removed before the transaction ends. Throws Refused `unknown`. */
export async function requireNeighbours(tx: Transaction, ids: readonly string[]): Promise<void> {
  if (new Set(ids).size > maxNeighbours) throw noSuch('neighbour')
  // In the same order everywhere, so that two changes do not wait for each other.
  for (const id of [...new Set(ids)].sort()) {
    if (!(await lockNeighbour(tx, id))) throw noSuch('neighbour', id)
  }
}

/** Changes a neighbour in a transaction. `work` returns what it has changed. */
function changeNeighbour(
  context: ChangeContext,
  by: Actor,
  id: string,
  work: (tx: Transaction, neighbour: Neighbour) => Promise<string[]>,
): Promise<Neighbour> {
  return change(context, by, async (tx) => {
    if (!(await lockNeighbour(tx, id))) throw noSuch('neighbour')
    const changed = await work(tx, await findNeighbour({ db: tx }, id))
    const result = await findNeighbour({ db: tx }, id)
    if (changed.length === 0) return { events: [], result }
    return { events: [{ event: 'neighbour.changed', account: null, details: { id, changed } }], result }
  })
}

async function checkFields(fields: NeighbourFields): Promise<void> {
  requireRules(neighbourFields, fields)
  const { names } = fields
  if (names === undefined || names === neighbourFields.names.initial) return
  if (await isSlowPattern(compiled(names))) throw new Refused('neighbour_pattern_slow')
}

const aPattern = `a regular expression of 1 to ${maxPatternLength} characters`

function compiled(names: string): RegExp {
  try {
    if (names.length > 0 && names.length <= maxPatternLength) return namePattern(names)
  } catch (cause) {
    throw malformed('names', aPattern, { cause })
  }
  throw malformed('names', aPattern)
}
