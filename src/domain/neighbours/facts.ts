import { fold } from '../../lib/text/fold.ts'
import { isReservedBy } from '../../model/accounts/username-shape.ts'
import { nameClaims } from '../../storage/accounts/name-claims.ts'
import { visitorsByUuids } from '../../storage/community/visitors.ts'
import {
  factsOfVisit,
  lockFactsOfVisit,
  type OwnerRow,
  type VisitRow,
  visitorIn,
} from '../../storage/community/visits.ts'
import type { Queries, Transaction } from '../../storage/engine/database.ts'
import type { NameClaimRow } from '../../storage/schema/rows/accounts.ts'
import type { Context } from '../context.ts'

/** A player who has not joined with an account of this service, as a game server asks about them. */
export interface Visit {
  /** The name of the game server. */
  server: string
  username: string
  serverId: string
  /** The player's address, if the server sent it. */
  ip: string | undefined
  /** The address of the game server. */
  address: string
}

/** Everything stored about a visit. It is read before a neighbour is asked, and again by the transaction that lets a player in. */
export interface Facts {
  /** The server's neighbours that are not paused. At least one. */
  rows: readonly VisitRow[]
  /** The owner of the name. */
  owner: FoundOwner
  /** The claim of the name, also one that has ended. */
  claim: Pick<NameClaimRow, 'kind' | 'account_id' | 'until'> | undefined
  /** The visitor who has the UUID. */
  known: OwnerRow | undefined
}

/** Reads the facts, about the player with a UUID once it is known. Undefined if the server takes nobody from neighbours. */
export const factsOf = async (
  context: Deps & { db: Queries },
  visit: Visit,
  uuid = '',
): Promise<Facts | undefined> =>
  factsIn(context, visit, await factsOfVisit(context.db, askedOf(context, visit, uuid)))

/** Reads the facts and locks the visitor with the UUID until the transaction ends. */
export const lockFacts = async (
  context: Deps,
  tx: Transaction,
  visit: Visit,
  uuid: string,
): Promise<Facts | undefined> =>
  factsIn(context, visit, await lockFactsOfVisit(tx, askedOf(context, visit, uuid)))

const askedOf = ({ clock }: Deps, { server, username }: Visit, uuid: string) => ({
  server,
  key: fold(username),
  uuid,
  now: clock(),
})

function factsIn(context: Deps, { username }: Visit, rows: readonly VisitRow[]): Facts | undefined {
  const [row] = rows
  if (!row) return undefined
  const { claim_kind: kind, claim_account: account_id, claim_until: until } = row
  const claim = kind === null ? undefined : { kind, account_id, until }
  const owner = ownerFrom(context, username, claim, visitorIn(row, 'owner'))
  return { rows, owner, claim, known: visitorIn(row, 'known') }
}

/** The owner of a name as far as visitors are concerned. Names that are held for a visitor are that visitor's. */
export type FoundOwner =
  | { kind: 'nobody' }
  /** An account, a hold of an account, or a reservation. `account` is the UUID of one that has the name now. */
  | { kind: 'own'; account?: string | undefined }
  | { kind: 'visitor'; neighbour: string; visitor: OwnerRow }

type Deps = Pick<Context, 'clock' | 'config'>

/** Finds the owners of names, by name. Nobody owns a name whose hold has ended. */
export async function ownersOf(
  { clock, config, db }: Deps & { db: Queries },
  usernames: readonly string[],
): Promise<Map<string, FoundOwner>> {
  const found = await nameClaims(db, usernames.map(fold))
  const claims = new Map(found.map((claim) => [claim.name_key, claim]))
  const ids = found.map(({ visitor_id }) => visitor_id).filter((id) => id !== null)
  const rows = ids.length === 0 ? [] : await visitorsByUuids(db, ids)
  const visitors = new Map(rows.map((visitor) => [visitor.uuid, visitor]))
  const ownerIn = (username: string): FoundOwner => {
    const claim = claims.get(fold(username))
    return ownerFrom({ clock, config }, username, claim, visitors.get(claim?.visitor_id ?? ''))
  }
  return new Map(usernames.map((username) => [username, ownerIn(username)]))
}

function ownerFrom(
  { clock, config }: Deps,
  username: string,
  claim: Pick<NameClaimRow, 'kind' | 'account_id' | 'until'> | undefined,
  visitor: OwnerRow | undefined,
): FoundOwner {
  if (!claim || (claim.until !== null && claim.until <= clock())) {
    return { kind: isReservedBy(config.reservedNames)(username) ? 'own' : 'nobody' }
  }
  if (visitor) return { kind: 'visitor', neighbour: visitor.neighbour_id, visitor }
  return { kind: 'own', account: claim.kind === 'account' ? (claim.account_id ?? undefined) : undefined }
}
