import type { Context, ReadContext } from '../domain/context.ts'
import { urlOf } from '../domain/webhooks/webhooks.ts'
import { webhookHeaders } from '../lib/crypto/webhook-signature.ts'
import { AddressRefused, post } from '../lib/net/outgoing.ts'
import { isPublicAddress } from '../lib/net/reach.ts'
import {
  holdMs,
  outcomeOf,
  type WebhookAttempt,
  type WebhookOutcome,
  type WebhookProblem,
  webhookPausesMs,
} from '../model/records/webhook.ts'
import { firstDue, leastTriedDue, noteTry } from '../storage/records/webhook-deliveries.ts'
import { renewLease, turnOff } from '../storage/records/webhooks.ts'
import { webhookSecretPlace } from '../storage/schema/encryption.ts'
import type { WebhookDeliveryRow, WebhookRow } from '../storage/schema/schema.ts'
import { deliveryBody } from './webhook-body.ts'

type Deps = ReadContext & Pick<Context, 'config' | 'log' | 'secrets'>

const timeoutMs = 15_000

/** A lease lasts slightly longer than an attempt takes, since a killed process leaves its leases behind. */
export const webhookLeaseMs = 20_000

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
  let failures = webhook.failures ?? 0
  for (;;) {
    const next = failures === 0 ? firstDue : leastTriedDue
    const row = stop.aborted ? undefined : await next(db, id, clock())
    if (!row) {
      await renewLease(db, id, leased, { leased_until: 0 })
      return
    }
    const attempt = await send(context, webhook, target, row)
    const outcome = outcomeOf(attempt.status, format)
    failures = outcome === 'failed' ? failures + 1 : 0
    const now = clock()
    const hold = holdMs(failures)
    const held_until = hold === undefined ? null : now + hold
    const leased_until = hold === undefined ? now + webhookLeaseMs : 0
    const isOurs = await db.transaction(async (tx) => {
      await noteTry(tx, row, afterAttempt(row, attempt, outcome, now))
      if (outcome === 'gone') await turnOff(tx, id, now)
      return renewLease(tx, id, leased, { leased_until, held_until, failures })
    })
    tell(context, row, attempt, outcome)
    if (!isOurs || hold !== undefined) return
    leased = leased_until
  }
}

async function send(
  { clock, config, db, log }: Deps,
  { format }: WebhookRow,
  { url, secret }: { url: string; secret: string },
  row: WebhookDeliveryRow,
): Promise<WebhookAttempt> {
  const at = clock()
  const body = await deliveryBody(db, format, row)
  const signed = webhookHeaders(secret, { id: row.id, timestamp: Math.floor(at / 1000), body })
  const signal = AbortSignal.timeout(timeoutMs)
  const isPrivateAllowed = config.webhookPrivate === 'on'
  try {
    const status = await post(url, {
      headers: { ...signed, 'content-type': 'application/json' },
      body,
      signal,
      accepts: (address) => isPrivateAllowed || isPublicAddress(address),
    })
    return { at, status }
  } catch (error) {
    log.debug({ err: error, webhook: row.webhook_id }, 'no answer')
    return { at, status: null, problem: signal.aborted ? 'timeout' : problemOf(error) }
  }
}

function problemOf(error: unknown): WebhookProblem {
  if (error instanceof AddressRefused) return 'address_private'
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (/^(ENOTFOUND|EAI_)/.test(code)) return 'not_found'
  return /^(ERR_TLS|ERR_SSL|EPROTO|CERT|UNABLE_TO|DEPTH_ZERO|SELF_SIGNED)/.test(code) ? 'tls' : 'connection'
}

function afterAttempt(
  row: WebhookDeliveryRow,
  attempt: WebhookAttempt,
  outcome: WebhookOutcome,
  now: number,
): Pick<WebhookDeliveryRow, 'state' | 'attempts' | 'due_at'> {
  const before: WebhookAttempt[] = JSON.parse(row.attempts)
  const attempts = JSON.stringify([...before, attempt].slice(-keptAttempts))
  if (outcome === 'delivered') return { state: 'delivered', attempts, due_at: now }
  const pauseMs = outcome === 'failed' ? webhookPausesMs[row.tries] : undefined
  return pauseMs === undefined
    ? { state: 'failed', attempts, due_at: now }
    : { state: 'waiting', attempts, due_at: now + pauseMs }
}

function tell(
  { log }: Deps,
  { webhook_id, id, event, tries }: WebhookDeliveryRow,
  { status, problem }: WebhookAttempt,
  outcome: WebhookOutcome,
) {
  const about = { webhook: webhook_id, delivery: id, event, status, problem }
  const pauseMs = webhookPausesMs[tries]
  if (outcome === 'delivered') log.debug(about, 'webhook delivered')
  else if (outcome === 'gone') log.error(about, 'the webhook is gone, as its receiver says, and is off now')
  else if (outcome === 'refused') log.warn(about, 'webhook refused by its receiver, and not tried again')
  else if (pauseMs === undefined) log.error(about, 'webhook not delivered, and not tried again')
  else log.warn({ ...about, retryAfter: pauseMs / 1000 }, 'webhook not delivered')
}
