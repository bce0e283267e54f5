import type { ChangeContext, SecretContext } from '../domain/context.ts'
import { urlOf } from '../domain/webhooks/webhooks.ts'
import { webhookHeaders } from '../lib/crypto/webhook-signature.ts'
import { hourMs } from '../lib/measure/units.ts'
import { AddressRefused, post } from '../lib/net/outgoing.ts'
import { isPublicAddress } from '../lib/net/reach.ts'
import { retryAfterMs } from '../lib/net/retry-after.ts'
import {
  holdMs,
  outcomeOf,
  type WebhookAttempt,
  type WebhookOutcome,
  type WebhookProblem,
  webhookPausesMs,
} from '../model/records/webhook.ts'
import { firstDue, leastTriedDue, noteTry } from '../storage/records/webhook-deliveries.ts'
import { endLease, renewLease, turnOff } from '../storage/records/webhooks.ts'
import { webhookSecretPlace } from '../storage/schema/encryption.ts'
import type { WebhookDeliveryRow, WebhookRow } from '../storage/schema/rows/records.ts'
import { deliveryBody } from './webhook-body.ts'

type Deps = ChangeContext & SecretContext

export const timeoutMs = 15_000

/** A lease lasts slightly longer than an attempt takes, since a killed process leaves its leases behind. */
export const webhookLeaseMs = 20_000

/** A receiver that asks for more time is asked again after this long. */
const maxAskedMs = hourMs

/** The number of attempts kept per delivery, which may be sent again any number of times. */
const keptAttempts = 20

/**
 * Sends the due deliveries of a leased webhook, one by one, until `stop` is aborted or its receiver seems to be down: a
 * second failure in a row is not about one delivery. After a failure the least tried one shows whether that is so.
 */
export async function deliver(context: Deps, webhook: WebhookRow, stop: AbortSignal): Promise<void> {
  const { clock, db, secrets } = context
  const { id, format } = webhook
  const target = {
    url: await urlOf(context, webhook),
    secret: await secrets.open(db, webhookSecretPlace(id), webhook.secret),
  }
  let { leased_until: leased } = webhook
  let { failures } = webhook
  for (;;) {
    const next = failures === 0 ? firstDue : leastTriedDue
    const row = stop.aborted ? undefined : await next(db, id, clock())
    if (!row) {
      await endLease(db, id, leased)
      return
    }
    const { attempt, askedMs } = await send(context, webhook, target, row)
    const outcome = outcomeOf(attempt.status, format)
    failures = outcome === 'failed' ? failures + 1 : 0
    const now = clock()
    // What the receiver asks for is about everything that is sent to it.
    const hold = Math.max(holdMs(failures) ?? 0, askedMs) || undefined
    const pauseMs = pauseOf(row, outcome, askedMs)
    const held_until = hold === undefined ? null : now + hold
    const leased_until = hold === undefined ? now + webhookLeaseMs : 0
    const isOurs = await db.transaction(async (tx) => {
      await noteTry(tx, row, afterAttempt(row, attempt, { outcome, pauseMs }, now))
      if (outcome === 'gone') await turnOff(tx, id, now)
      return renewLease(tx, id, leased, { leased_until, held_until, failures })
    })
    tell(context, row, attempt, { outcome, pauseMs })
    if (!isOurs || hold !== undefined) return
    leased = leased_until
  }
}

async function send(
  { clock, config, db, log }: Deps,
  { format }: WebhookRow,
  { url, secret }: { url: string; secret: string },
  row: WebhookDeliveryRow,
): Promise<{ attempt: WebhookAttempt; askedMs: number }> {
  const at = clock()
  const body = await deliveryBody(db, format, row)
  const signed = webhookHeaders(secret, { id: row.id, timestamp: Math.floor(at / 1000), body })
  const signal = AbortSignal.timeout(timeoutMs)
  const isPrivateAllowed = config.webhookPrivate === 'on'
  try {
    const { status, headers } = await post(url, {
      headers: { ...signed, 'content-type': 'application/json' },
      body,
      signal,
      accepts: (address) => isPrivateAllowed || isPublicAddress(address),
    })
    const asked = status === 429 || status === 503 ? retryAfterMs(headers['retry-after'], clock()) : undefined
    return { attempt: { at, status }, askedMs: Math.min(asked ?? 0, maxAskedMs) }
  } catch (error) {
    log.debug({ err: error, webhook: row.webhook_id }, 'no answer')
    const problem = signal.aborted ? 'timeout' : problemOf(error)
    return { attempt: { at, status: null, problem }, askedMs: 0 }
  }
}

function problemOf(error: unknown): WebhookProblem {
  if (error instanceof AddressRefused) return 'address_private'
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (/^(ENOTFOUND|EAI_)/.test(code)) return 'not_found'
  return /^(ERR_TLS|ERR_SSL|EPROTO|CERT|UNABLE_TO|DEPTH_ZERO|SELF_SIGNED)/.test(code) ? 'tls' : 'connection'
}

/** The consequences of an attempt. Without a pause, the delivery is not tried again. */
interface Verdict {
  outcome: WebhookOutcome
  pauseMs: number | undefined
}

/** Returns the pause of the schedule, or a longer one that the receiver has asked for. */
function pauseOf(
  { tries }: WebhookDeliveryRow,
  outcome: WebhookOutcome,
  askedMs: number,
): number | undefined {
  const pauseMs = outcome === 'failed' ? webhookPausesMs[tries] : undefined
  return pauseMs === undefined ? undefined : Math.max(pauseMs, askedMs)
}

function afterAttempt(
  row: WebhookDeliveryRow,
  attempt: WebhookAttempt,
  { outcome, pauseMs }: Verdict,
  now: number,
): Pick<WebhookDeliveryRow, 'state' | 'attempts' | 'due_at'> {
  const before: WebhookAttempt[] = JSON.parse(row.attempts)
  const attempts = JSON.stringify([...before, attempt].slice(-keptAttempts))
  if (outcome === 'delivered') return { state: 'delivered', attempts, due_at: now }
  return pauseMs === undefined
    ? { state: 'failed', attempts, due_at: now }
    : { state: 'waiting', attempts, due_at: now + pauseMs }
}

function tell(
  { log }: Deps,
  { webhook_id, id, event }: WebhookDeliveryRow,
  { status, problem }: WebhookAttempt,
  { outcome, pauseMs }: Verdict,
) {
  const about = { webhook: webhook_id, delivery: id, event, status, problem }
  if (outcome === 'delivered') log.debug(about, 'webhook delivered')
  else if (outcome === 'gone') log.error(about, 'the webhook is gone, as its receiver says, and is off now')
  else if (outcome === 'refused') log.warn(about, 'webhook refused by its receiver, and not tried again')
  else if (pauseMs === undefined) log.error(about, 'webhook not delivered, and not tried again')
  else log.warn({ ...about, retryAfter: pauseMs / 1000 }, 'webhook not delivered')
}
