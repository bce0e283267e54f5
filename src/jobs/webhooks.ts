import { setTimeout as sleep } from 'node:timers/promises'
import type { Context, ReadContext } from '../domain/context.ts'
import { feedWebhooks } from '../domain/webhooks/feed.ts'
import { leaseWebhooks, webhooksOn } from '../storage/records/webhooks.ts'
import { logFailure } from './failure.ts'
import { repeat } from './repeat.ts'
import { seal } from './seal.ts'
import { deliver, webhookLeaseMs } from './webhook-delivery.ts'

type Deps = ReadContext & Pick<Context, 'config' | 'log' | 'secrets'>

/** So many receivers may be slow without keeping the others waiting. */
const atOnce = 16

/** More failures than these are logged again. */
const maxTold = 100

/** What is being sent is waited for no longer: another process, or the next start, sends it again. */
const stopTimeoutMs = 5000

/** Begins to send what is due to at most `limit` webhooks; answers what is under way. */
export async function beginDeliveries(
  context: Deps,
  stop: AbortSignal,
  limit = atOnce,
): Promise<Promise<void>[]> {
  const { clock, db } = context
  const webhooks = await webhooksOn(db)
  if (webhooks.length === 0) return []
  // Another process may read what this one no longer can: it is left to that one.
  await context.secrets.requireUnchanged(db)
  // Only what is under a seal is told: whoever waits for it does not wait for the seals' own pace, too.
  await seal(context)
  await feedWebhooks(context, webhooks)
  const now = clock()
  const leased = limit > 0 ? await leaseWebhooks(db, now, now + webhookLeaseMs, limit) : []
  return leased.map((webhook) => deliver(context, webhook, stop))
}

/** Looks every `intervalMs`, until stopped. What is returned stops it, and waits for what is being sent. */
export function startDelivering(context: Deps, intervalMs: number): () => Promise<void> {
  const stop = new AbortController()
  const underWay = new Set<Promise<void>>()
  /** Failures already logged: a damaged row fails every time. */
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
