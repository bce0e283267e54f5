import { isoTime, isoTimeOrNull } from '../lib/text/instant.ts'
import type { RefusedVisit, Visitor } from '../model/community/visitor.ts'

/** Returns a visitor as commands and the API show it. */
export const shownVisitor = ({ suspension, ...visitor }: Visitor) => ({
  name: visitor.name,
  id: visitor.id,
  neighbour: visitor.neighbour,
  state: suspension ? ('suspended' as const) : ('known' as const),
  ...(suspension && {
    suspendedUntil: isoTimeOrNull(suspension.until ?? null),
    suspensionReason: suspension.reason ?? null,
  }),
  firstSeen: isoTime(visitor.firstSeenAt),
  lastSeen: isoTime(visitor.lastSeenAt),
  joins: visitor.joins,
  account: visitor.account ?? null,
})

/** Returns a refusal as commands and the API show it. */
export const shownRefusal = ({ at, ...visit }: RefusedVisit) => ({ at: isoTime(at), ...visit })
