import { createHash } from 'node:crypto'
import { hourMs, minuteMs } from '../../lib/measure/units.ts'
import { type Actor, systemActor } from '../../model/accounts/actor.ts'
import type { Neighbour, NeighbourKey, NeighbourKeyUse, SaidKeys } from '../../model/community/neighbour.ts'
import { noSuch } from '../../model/errors/families.ts'
import type { AuditEvent } from '../../model/records/audit.ts'
import {
  anyKeysDue,
  chatKeysAtServer,
  claimKeyReadings,
  confirmNeighbourKeys,
  deleteNeighbourKey,
  insertNeighbourKey,
  keysOfNeighbour,
} from '../../storage/community/neighbour-keys.ts'
import { lockNeighbour } from '../../storage/community/neighbours.ts'
import type { Queries } from '../../storage/engine/database.ts'
import type { NeighbourKeyRow } from '../../storage/schema/rows/neighbours.ts'
import { change } from '../change.ts'
import type { ChangeContext, NeighbourContext, ReadContext } from '../context.ts'
import { isRecorded } from './bounds.ts'
import { findNeighbour } from './neighbours.ts'

/** A changed key is not used for this long, unless an operator confirms it. */
const heldForMs = 48 * hourMs
const betweenReadingsMs = 5 * minuteMs
export const timeoutMs = 5000

type Deps = ChangeContext & NeighbourContext

/** Returns the SHA-256 of a key, as operators compare it. */
export const fingerprintOf = ({ spki }: Pick<NeighbourKey, 'spki'>): string =>
  createHash('sha256').update(Buffer.from(spki, 'base64')).digest('hex')

const isTrusted = ({ confirmed_at, first_seen }: NeighbourKeyRow, now: number): boolean =>
  confirmed_at !== null || first_seen <= now - heldForMs

/** Returns the keys of a neighbour. */
export async function neighbourKeys(
  { clock, db }: Pick<ReadContext, 'clock'> & { db: Queries },
  id: string,
): Promise<NeighbourKey[]> {
  return (await keysOfNeighbour(db, id)).map((row) => ({
    use: row.use,
    spki: row.spki,
    firstSeenAt: row.first_seen,
    isTrusted: isTrusted(row, clock()),
  }))
}

/** Returns the keys for chat that a game server is given, in Base64 of DER. */
export async function chatKeysAt({ clock, db }: ReadContext, server: string): Promise<string[]> {
  return (await chatKeysAtServer(db, server, clock() - heldForMs)).map(({ spki }) => spki)
}

/** Confirms the changed keys of a neighbour, which are used from then on. Throws Refused `unknown`. */
export const confirmKeys = (context: ChangeContext, by: Actor, id: string): Promise<NeighbourKey[]> =>
  change(context, by, async (tx) => {
    if (!(await lockNeighbour(tx, id))) throw noSuch('neighbour')
    const confirmed = await confirmNeighbourKeys(tx, id, context.clock())
    return {
      events: confirmed.map((key) => keyEvent('neighbour.key_confirmed', id, key)),
      result: await neighbourKeys({ clock: context.clock, db: tx }, id),
    }
  })

/** Reads the keys of the neighbours whose turn it is. Of several instances, one reads those of a neighbour. */
export async function readDueKeys(context: Deps): Promise<void> {
  const { clock, db, log } = context
  const now = clock()
  const outside = [now - betweenReadingsMs, now + betweenReadingsMs] as const
  if (!(await anyKeysDue(db, ...outside))) return
  const due = await claimKeyReadings(db, ...outside, now)
  for (const { id } of due) {
    try {
      const neighbour = await findNeighbour(context, id)
      await storeKeys(context, id, await saidKeys(context, neighbour))
    } catch (error) {
      // The last known keys stay.
      log.info({ err: error, neighbour: id }, 'the keys of a neighbour could not be read')
    }
  }
}

async function saidKeys(
  { neighbours }: Deps,
  { kind, root, addresses, isPrivate }: Neighbour,
): Promise<SaidKeys> {
  const signal = AbortSignal.timeout(timeoutMs)
  const read = async (): Promise<SaidKeys> =>
    addresses.keys === undefined
      ? { textures: [], chat: [] }
      : neighbours.readKeys(addresses.keys, isPrivate, signal)
  if (kind !== 'authlib-injector' || root === null) return read()
  const { texturesKey } = await neighbours.readMetadata(root, isPrivate, signal)
  // Many such services have no keys for chat.
  const { chat } = await read().catch(() => ({ chat: [] }))
  return { textures: texturesKey === undefined ? [] : [texturesKey], chat }
}

/**
 * Stores the keys of a neighbour. The first ones are trusted, later ones held. A key that the neighbour no longer names is
 * forgotten, but a trusted one stays until the neighbour names another trusted one.
 */
function storeKeys(context: ChangeContext, id: string, said: SaidKeys): Promise<void> {
  return change(context, systemActor, async (tx) => {
    const events: AuditEvent[] = []
    if (!(await lockNeighbour(tx, id))) return { events }
    const now = context.clock()
    const known = await keysOfNeighbour(tx, id)
    for (const use of ['textures', 'chat'] as const) {
      const ofUse = known.filter((key) => key.use === use)
      const isFirst = ofUse.length === 0
      for (const spki of new Set(said[use])) {
        if (ofUse.some((key) => key.spki === spki)) continue
        const key = { neighbour_id: id, use, spki, first_seen: now, confirmed_at: isFirst ? now : null }
        await insertNeighbourKey(tx, key)
        if (!isFirst && (await isRecorded(context, tx, id, 'keys'))) {
          events.push(keyEvent('neighbour.key_changed', id, key))
        }
      }
      const isNamed = ({ spki }: NeighbourKeyRow) => said[use].includes(spki)
      const isReplaced = ofUse.some((key) => isNamed(key) && isTrusted(key, now))
      for (const key of ofUse) {
        if (isNamed(key) || (isTrusted(key, now) && !isReplaced)) continue
        await deleteNeighbourKey(tx, id, use, key.spki)
      }
    }
    return { events }
  })
}

const keyEvent = (
  event: 'neighbour.key_changed' | 'neighbour.key_confirmed',
  id: string,
  { use, spki }: { use: NeighbourKeyUse; spki: string },
): AuditEvent => ({ event, account: null, details: { id, use, fingerprint: fingerprintOf({ spki }) } })
