import { fold } from '../../lib/text/fold.ts'
import { isReservedBy } from '../../model/accounts/username-shape.ts'
import { nameClaim } from '../../storage/accounts/name-claims.ts'
import { visitorByUuid } from '../../storage/community/visitors.ts'
import type { Queries } from '../../storage/engine/database.ts'
import type { VisitorRow } from '../../storage/schema/schema.ts'
import type { Context } from '../context.ts'

/** The owner of a name as far as visitors are concerned. Names that are held for a visitor are that visitor's. */
export type FoundOwner =
  | { kind: 'nobody' }
  /** An account, a hold of an account, or a reservation. */
  | { kind: 'own' }
  | { kind: 'visitor'; neighbour: string; visitor: VisitorRow }

/** Finds the owner of a name. Nobody owns a name whose hold has ended. */
export async function ownerOf(
  { clock, config, db }: Pick<Context, 'clock' | 'config'> & { db: Queries },
  username: string,
): Promise<FoundOwner> {
  const claim = await nameClaim(db, fold(username))
  if (!claim || (claim.until !== null && claim.until <= clock())) {
    return { kind: isReservedBy(config.reservedNames)(username) ? 'own' : 'nobody' }
  }
  const visitor = claim.visitor_id === null ? undefined : await visitorByUuid(db, claim.visitor_id)
  return visitor ? { kind: 'visitor', neighbour: visitor.neighbour_id, visitor } : { kind: 'own' }
}
