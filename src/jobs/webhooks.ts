import { setTimeout as sleep } from 'node:timers/promises'
import type { ChangeContext, SecretContext } from '../domain/context.ts'
import { feedWebhooks } from '../domain/webhooks/feed.ts'
import { leaseWebhooks, webhooksOn } from '../storage/records/webhooks.ts'
import { logFailure } from './failure.ts'
import { repeat } from './repeat.ts'
import { seal } from './seal.ts'
import { deliver, webhookLeaseMs } from './webhook-delivery.ts'

type Deps = ChangeContext & SecretContext

/** So many slow receivers can be served at a time without delaying the others. */
export const atOnce = 16

/** After this many failures, the set of logged failures starts again. */
const maxTold = 100

/** At shutdown, deliveries being sent are waited for this long. Another process, or the next start, sends the rest. */
const stopTimeoutMs = 5000

/** Begins to send what is due to at most `limit` webhooks, and returns the deliveries in progress. */
export async function beginDeliveries(
  context: Deps,
  stop: AbortSignal,
  limit = atOnce,
): Promise<Promise<void>[]> {
  const { clock, db } = context
  const webhooks = await webhooksOn(db)
  if (webhooks.length === 0) return []
  // Another process may be able to decrypt what this one no longer can, so it is left to that one.
  await context.secrets.requireUnchanged(db)
  // Only sealed entries are delivered, and receivers should not have to wait for the regular seal.
  await seal(context)
  await feedWebhooks(context, webhooks)
  const now = clock()
  const leased = limit > 0 ? await leaseWebhooks(db, now, now + webhookLeaseMs, limit) : []
  return leased.map((webhook) => deliver(context, webhook, stop))
}

/** Looks for due deliveries every `intervalMs`. Returns a function that stops and waits for those in progress. */
export function startDelivering(context: Deps, intervalMs: number): () => Promise<void> {
  const stop = new AbortController()
  const underWay = new Set<Promise<void>>()
  /** Failures that were already logged: a damaged row fails every time. */
  const told = new Set<string>()
  const follow = (delivery: Promise<void>) => {
    const followed = delivery
      .catch((error: unknown) => {
        const cause = String(error)
        if (told.has(cause)) return
        if (told.size >= maxTold) told.clear()
        if (logFailure(context.log, error, 'sending to a webhook failed')) told.add(cause)
      })
      .finally(() => underWay.delete(followed))
    underWay.add(followed)
  }
  const stopLooking = repeat(context.log, 'webhooks', intervalMs, async () => {
    if (stop.signal.aborted) return
    for (const each of await beginDeliveries(context, stop.signal, atOnce - underWay.size)) follow(each)
  })
  return async () => {
    stop.abort()
    stopLooking()
    await Promise.race([Promise.all(underWay), sleep(stopTimeoutMs, undefined, { ref: false })])
  }
}
