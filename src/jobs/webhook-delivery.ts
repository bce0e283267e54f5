import type { Context, ReadContext } from '../domain/context.ts'
import { urlOf } from '../domain/webhooks/webhooks.ts'
import { webhookHeaders } from '../lib/crypto/webhook-signature.ts'
import { AddressRefused, post } from '../lib/net/outgoing.ts'
import { isPublicAddress } from '../lib/net/reach.ts'
import { type WebhookAttempt, type WebhookProblem, webhookPausesMs } from '../model/records/webhook.ts'
import { firstWaiting, noteTry } from '../storage/records/webhook-deliveries.ts'
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

/** Sends the waiting deliveries of a leased webhook, one by one, until one fails or `stop` is aborted. */
export async function deliver(context: Deps, webhook: WebhookRow, stop: AbortSignal): Promise<void> {
  const { clock, db, secrets } = context
  const { id } = webhook
  const target = {
    url: await urlOf(context, webhook),
    secret: await secrets.open(db, webhookSecretPlace(id), webhook.secret),
  }
  for (let leased = webhook.leased_until; ; ) {
    const row = await firstWaiting(db, id)
    if (!row || row.due_at > clock() || stop.aborted) {
      await renewLease(db, id, leased, 0)
      return
    }
    const attempt = await send(context, webhook, target, row)
    const until = clock() + webhookLeaseMs
    const isOurs = await db.transaction(async (tx) => {
      await noteTry(tx, row, outcomeOf(row, attempt, clock()))
      if (attempt.status === 410) await turnOff(tx, id, clock())
      return renewLease(tx, id, leased, until)
    })
    tell(context, row, attempt)
    if (!isOurs) return
    leased = until
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

const isDelivered = ({ status }: WebhookAttempt): boolean => status !== null && status >= 200 && status < 300

function outcomeOf(
  row: WebhookDeliveryRow,
  attempt: WebhookAttempt,
  now: number,
): Pick<WebhookDeliveryRow, 'state' | 'attempts' | 'due_at'> {
  const before: WebhookAttempt[] = JSON.parse(row.attempts)
  const attempts = JSON.stringify([...before, attempt].slice(-keptAttempts))
  if (isDelivered(attempt)) return { state: 'delivered', attempts, due_at: now }
  const pauseMs = attempt.status === 410 ? undefined : webhookPausesMs[row.tries]
  return pauseMs === undefined
    ? { state: 'failed', attempts, due_at: now }
    : { state: 'waiting', attempts, due_at: now + pauseMs }
}

function tell({ log }: Deps, { webhook_id, id, event, tries }: WebhookDeliveryRow, attempt: WebhookAttempt) {
  const { status, problem } = attempt
  const about = { webhook: webhook_id, delivery: id, event, status, problem }
  const pauseMs = webhookPausesMs[tries]
  if (isDelivered(attempt)) log.debug(about, 'webhook delivered')
  else if (status === 410) log.error(about, 'the webhook has answered 410 and is off now')
  else if (pauseMs === undefined) log.error(about, 'webhook not delivered, and not tried again')
  else log.warn({ ...about, retryAfter: pauseMs / 1000 }, 'webhook not delivered')
}
