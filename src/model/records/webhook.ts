import { hourMs, minuteMs } from '../../lib/measure/units.ts'
import { isPlainHost } from '../../lib/net/plain-host.ts'
import { reachOf } from '../../lib/net/reach.ts'
import { isLine } from '../accounts/label.ts'
import type { Values } from '../fields/field.ts'
import type { newWebhookFields, WebhookFormat } from '../fields/webhook.ts'
import type { ReasonName } from '../reasons/reasons.ts'
import { everyEvent } from './event-filter.ts'

/** A URL to which events are sent. */
export interface Webhook extends Values<typeof newWebhookFields> {
  id: string
  /** False once the URL has answered that it is gone. Nothing is sent to it until it is changed. */
  isOn: boolean
  /** Epoch milliseconds. */
  createdAt: number
}

/** An attempt to deliver an event. `at` is in epoch ms. If there was no response, `status` is null; see `problem`. */
export interface WebhookAttempt {
  at: number
  status: number | null
  problem?: WebhookProblem
}

export type WebhookProblem = 'address_private' | 'timeout' | 'not_found' | 'connection' | 'tls'

/** An event to be sent to a webhook. `id` is that of the audit entry, and `at` the time of the event in epoch ms. */
export interface WebhookDelivery {
  id: string
  event: string
  at: number
  attempts: readonly WebhookAttempt[]
  state: 'waiting' | 'delivered' | 'failed'
}

/**
 * The events that a chat shows unless others are chosen: what people there want to read, without each sign-in. `*` is
 * for programs.
 */
const eventsOfChats = [
  'account.created',
  'account.renamed',
  'account.suspended',
  'account.restored',
  'account.deleted',
  'account.granted',
  'account.ungranted',
  'ban.*',
  'server.*',
  'visitor.suspended',
  'visitor.restored',
] as const

/** Returns the events that a webhook of this format wants if none are given. */
export const defaultEvents = (format: WebhookFormat): readonly string[] =>
  format === 'discord' ? eventsOfChats : [everyEvent]

const maxUrlLength = 2048

/**
 * Returns why a URL is refused, or undefined if it is accepted. `isPrivateAllowed` is NORN_WEBHOOK_PRIVATE. Host names
 * are only resolved when something is sent.
 */
export function webhookUrlFault(text: string, isPrivateAllowed: boolean): ReasonName | undefined {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return 'webhook_url_malformed'
  if (!isPlainHost(url.hostname)) return 'webhook_url_malformed'
  if (!isLine(text, maxUrlLength) || /[#\s]/u.test(text)) return 'webhook_url_malformed'
  if (isPrivateAllowed) return undefined
  if (reachOf(url.hostname) !== 'anywhere') return 'webhook_address_private'
  return url.protocol === 'https:' ? undefined : 'webhook_url_insecure'
}

/** Returns the format that the URL expects. Discord accepts only its own. */
export const formatOf = (url: string): WebhookFormat =>
  /^https:\/\/(?:\w+\.)?discord(?:app)?\.com\/api\/(?:v\d+\/)?webhooks\//.test(url) ? 'discord' : 'standard'

/** The pauses before the second attempt, the third, and so on. After the last one the delivery has failed. */
export const webhookPausesMs: readonly number[] = [
  5000,
  5 * minuteMs,
  30 * minuteMs,
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * hourMs),
]

/** The longest time without an attempt while a receiver seems to be down. */
const maxHoldMs = 2 * hourMs

/**
 * Returns how long nothing is sent to a receiver after so many failures in a row; undefined after the first one, which
 * may be about that delivery alone.
 */
export function holdMs(failures: number): number | undefined {
  const pauseMs = webhookPausesMs[Math.min(failures, webhookPausesMs.length + 1) - 2]
  return pauseMs === undefined ? undefined : Math.min(pauseMs, maxHoldMs)
}

/** The result of an attempt: `refused` for good, `gone` if nothing will be accepted any longer, `failed` for now. */
export type WebhookOutcome = 'delivered' | 'failed' | 'gone' | 'refused'

/** Statuses below 500 that say nothing about the delivery: too late, too early, too often. */
const passing = [408, 425, 429]

/** The answers of Discord about a webhook that was deleted or whose token is wrong. */
const goneAtDiscord = [401, 404]

export function outcomeOf(status: number | null, format: WebhookFormat): WebhookOutcome {
  if (status === null) return 'failed'
  if (status >= 200 && status < 300) return 'delivered'
  if (status === 410 || (format === 'discord' && goneAtDiscord.includes(status))) return 'gone'
  return status >= 400 && status < 500 && !passing.includes(status) ? 'refused' : 'failed'
}
