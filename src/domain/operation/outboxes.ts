import { waitingMail } from '../../storage/records/mail.ts'
import { waitingDeliveries } from '../../storage/records/webhook-deliveries.ts'
import type { Reading } from '../context.ts'

/** What is written down to be sent, and was not yet. */
const outboxes = { mail: waitingMail, webhooks: waitingDeliveries } as const

/** Who asks for measurements is not kept waiting for a database that is. */
const timeoutMs = 2000

/** How much waits in each, and since when the oldest; nothing of one that the database does not tell in time. */
export async function outboxStates({ db, clock }: Reading) {
  const timeout = AbortSignal.timeout(timeoutMs)
  const timedOut = new Promise<undefined>((resolve) => {
    timeout.addEventListener('abort', () => resolve(undefined))
  })
  const states = Object.entries(outboxes).map(async ([outbox, waiting]) => {
    const state = await Promise.race([waiting(db, clock()).catch(() => undefined), timedOut])
    return state ? [{ outbox, ...state }] : []
  })
  return (await Promise.all(states)).flat()
}
