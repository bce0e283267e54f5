import { fold } from '../../lib/text/fold.ts'
import { isReservedBy } from '../../model/accounts/username-shape.ts'
import { nameClaim, nameClaims } from '../../storage/accounts/name-claims.ts'
import { visitorByUuid, visitorsByUuids } from '../../storage/community/visitors.ts'
import type { Queries } from '../../storage/engine/database.ts'
import type { NameClaimRow, VisitorRow } from '../../storage/schema/schema.ts'
import type { Context } from '../context.ts'

/** The owner of a name as far as visitors are concerned. Names that are held for a visitor are that visitor's. */
export type FoundOwner =
  | { kind: 'nobody' }
  /** An account, a hold of an account, or a reservation. `account` is the UUID of one that has the name now. */
  | { kind: 'own'; account?: string | undefined }
  | { kind: 'visitor'; neighbour: string; visitor: VisitorRow }

type Deps = Pick<Context, 'clock' | 'config'> & { db: Queries }

/** Finds the owner of a name. Nobody owns a name whose hold has ended. */
export async function ownerOf({ clock, config, db }: Deps, username: string): Promise<FoundOwner> {
  const claim = await nameClaim(db, fold(username))
  const id = claim?.visitor_id
  return ownerFrom({ clock, config }, username, claim, id ? await visitorByUuid(db, id) : undefined)
}

/** Finds the owners of several names, by name. */
export async function ownersOf(
  { clock, config, db }: Deps,
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
  { clock, config }: Pick<Context, 'clock' | 'config'>,
  username: string,
  claim: NameClaimRow | undefined,
  visitor: VisitorRow | undefined,
): FoundOwner {
  if (!claim || (claim.until !== null && claim.until <= clock())) {
    return { kind: isReservedBy(config.reservedNames)(username) ? 'own' : 'nobody' }
  }
  if (visitor) return { kind: 'visitor', neighbour: visitor.neighbour_id, visitor }
  return { kind: 'own', account: claim.kind === 'account' ? (claim.account_id ?? undefined) : undefined }
}
