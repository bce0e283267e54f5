import { inTime } from '../../lib/process/in-time.ts'
import type { Queries } from '../../storage/engine/database.ts'
import { waitingMail } from '../../storage/records/mail.ts'
import { waitingDeliveries } from '../../storage/records/webhook-deliveries.ts'
import type { ReadContext } from '../context.ts'

/** The queues of things to be sent. */
const outboxes = { mail: waitingMail, webhooks: (db: Queries) => waitingDeliveries(db) }

/** The limit for one query, so that a request for metrics does not wait for a slow database. */
export const figuresMs = 2000

/**
 * Returns the size and the oldest entry of each queue. A queue that the database does not report in time is omitted.
 */
export async function outboxStates({ db, clock }: ReadContext) {
  const states = Object.entries(outboxes).map(async ([outbox, waiting]) => {
    const state = await inTime(waiting(db, clock()), figuresMs)
    return state ? [{ outbox, ...state }] : []
  })
  return (await Promise.all(states)).flat()
}
