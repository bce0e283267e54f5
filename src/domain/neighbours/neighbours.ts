import { isSlowPattern } from '../../lib/process/pattern-trial.ts'
import { fold } from '../../lib/text/fold.ts'
import type { Actor } from '../../model/accounts/actor.ts'
import type { LinkProof } from '../../model/community/linked-player.ts'
import type { Neighbour } from '../../model/community/neighbour.ts'
import { malformed, noSuch, requireRule, requireRules, tooMany } from '../../model/errors/families.ts'
import { Refused } from '../../model/errors/refusal.ts'
import { type Changes, withChanges, withInitial } from '../../model/fields/field.ts'
import { neighbourFields } from '../../model/fields/neighbour.ts'
import type { AuditEvent } from '../../model/records/audit.ts'
import { insertLinkedPlayer, keepLinkedPlayers, keptLinks } from '../../storage/community/linked-players.ts'
import { insertListed, listedFor } from '../../storage/community/listed.ts'
import { lockMembers } from '../../storage/community/members.ts'
import { insertNeighbourKey, keysOfNeighbour } from '../../storage/community/neighbour-keys.ts'
import {
  allNeighbours,
  countNeighbours,
  deleteNeighbourRow,
  insertNeighbour,
  lockNeighbour,
  nameAtServers,
  neighbourById,
  serversNaming,
  serversThere,
  updateNeighbour,
} from '../../storage/community/neighbours.ts'
import type { Queries, Transaction } from '../../storage/engine/database.ts'
import { accountsOfPart } from '../../storage/records/deletions.ts'
import { clientSecretPlace } from '../../storage/schema/encryption.ts'
import type {
  ListedVisitorRow,
  NeighbourKeyRow,
  NeighbourLinkRow,
  NeighbourRow,
} from '../../storage/schema/rows/neighbours.ts'
import { change, ifTakenBy } from '../change.ts'
import type { ChangeContext, ReadContext, SecretContext } from '../context.ts'
import type { StoreAnswer } from '../idempotency.ts'
import { type NewNeighbourClient, storeClient } from '../linking/client.ts'
import { maxLinked } from '../linking/players.ts'
import { keepDeleted } from '../operation/deletions.ts'
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

/** A neighbour that was removed. What is encrypted elsewhere is in plain text: all that is kept is encrypted together. */
interface KeptNeighbour {
  neighbour: NeighbourRow
  keys: readonly NeighbourKeyRow[]
  /** The ids of the game servers that named it. */
  servers: readonly string[]
  listed: readonly ListedVisitorRow[]
}

/** Removes a neighbour, also from the lists of game servers. Throws Refused `unknown`. */
export async function removeNeighbour(
  context: ChangeContext & SecretContext,
  by: Actor,
  id: string,
): Promise<void> {
  const { secrets } = context
  await change(context, by, async (tx) => {
    await secrets.lock(tx)
    const row = (await lockNeighbour(tx, id)) && (await neighbourById(tx, id))
    if (!row) throw noSuch('neighbour')
    const sealed = row.client_secret
    const client_secret = sealed === null ? null : await secrets.open(tx, clientSecretPlace(id), sealed)
    const content: KeptNeighbour = {
      neighbour: { ...row, client_secret },
      keys: await keysOfNeighbour(tx, id),
      servers: await serversNaming(tx, id),
      listed: await listedFor(tx, id),
    }
    await keepLinkedPlayers(
      tx,
      await keepDeleted(context, tx, { kind: 'neighbour', name: id, title: id }, content),
      id,
    )
    await deleteNeighbourRow(tx, id)
    return { events: [{ event: 'neighbour.removed', account: null, details: { id } }] }
  })
}

/** The number of rows that are inserted together. */
const rowsAtOnce = 500

/**
 * Brings a neighbour back with its keys and its listed names, at those game servers that are there, and with its players who
 * were linked to accounts whose credentials have not ended since. Throws Refused `too_many`, and UniqueViolation.
 */
export async function restoreNeighbour(
  { secrets }: SecretContext,
  tx: Transaction,
  { id, content }: { id: string; content: string },
): Promise<AuditEvent> {
  const { neighbour, keys, servers, listed }: KeptNeighbour = JSON.parse(content)
  const { id: name, client_secret } = neighbour
  if ((await countNeighbours(tx)) >= maxNeighbours) throw tooMany('neighbour', maxNeighbours)
  const sealed = client_secret === null ? null : secrets.seal(clientSecretPlace(name), client_secret)
  await insertNeighbour(tx, { ...neighbour, client_secret: sealed })
  await insertNeighbourKey(tx, ...keys)
  await nameAtServers(tx, name, servers)
  const there = await serversThere(tx, [...new Set(listed.map(({ server_id }) => server_id))])
  for (const row of listed)
    if (row.server_id === '' || there.includes(row.server_id)) await insertListed(tx, row)
  const links = await linksAgain(tx, id, name)
  for (let at = 0; at < links.length; at += rowsAtOnce)
    await insertLinkedPlayer(tx, ...links.slice(at, at + rowsAtOnce))
  return { event: 'neighbour.restored', account: null, details: { id: name } }
}

/** Returns the links that are made again: no player gets more than it may have. */
async function linksAgain(
  tx: Transaction,
  deletionId: string,
  neighbour: string,
): Promise<NeighbourLinkRow[]> {
  await lockMembers(tx, await accountsOfPart(tx, deletionId, 'linked'))
  const ofPlayers = Map.groupBy(await keptLinks(tx, deletionId, neighbour), (row) => row.account_id)
  return [...ofPlayers.values()]
    .flatMap((rows) => rows.slice(0, Math.max(0, maxLinked - (rows[0]?.others ?? 0))))
    .map(({ account_id, uuid, proved, at }) => {
      const [proof, name] = proved.split(' ', 2) as [LinkProof, string]
      return { neighbour_id: neighbour, uuid, account_id, name, name_key: fold(name), proof, at }
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
