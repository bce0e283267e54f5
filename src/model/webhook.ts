import { hourMs, minuteMs } from '../lib/measure/units.ts'
import { reachOf } from '../lib/net/reach.ts'
import { auditEvents, isAuditEvent } from './audit.ts'
import { isLine } from './label.ts'

/** `standard`: as Standard Webhooks 1.0 has it. `discord`: as a message that Discord shows. */
export const webhookFormats = ['standard', 'discord'] as const

export type WebhookFormat = (typeof webhookFormats)[number]

/** An address that is told of what happens. */
export interface Webhook {
  id: string
  url: string
  /** Event names; `*` is every one, `account.*` every one of its group. */
  events: readonly string[]
  format: WebhookFormat
  /** False once it has answered 410: nothing is sent there any more. */
  isOn: boolean
  /** Epoch milliseconds. */
  createdAt: number
}

/** A try, at epoch milliseconds. `status` is null where no answer came, and `problem` then says why. */
export interface WebhookAttempt {
  at: number
  status: number | null
  problem?: WebhookProblem
}

export type WebhookProblem = 'address_private' | 'timeout' | 'not_found' | 'connection' | 'tls'

/** An event on its way to a webhook; `id` is the audit entry's. `at` is when the event was, epoch milliseconds. */
export interface WebhookDelivery {
  id: string
  event: string
  at: number
  attempts: readonly WebhookAttempt[]
  state: 'waiting' | 'delivered' | 'failed'
}

/** Every event. */
export const everyEvent = '*'

const groupPattern = /^([a-z_]+)\.\*$/

/** The beginning of the names that a group such as `account.*` stands for; undefined for what is no such group. */
export function eventGroup(text: string): string | undefined {
  const [, group] = groupPattern.exec(text) ?? []
  const start = `${group}.`
  return group !== undefined && Object.keys(auditEvents).some((event) => event.startsWith(start))
    ? start
    : undefined
}

/** Whether it names an event, a group of them, or every one. */
export const isEventFilter = (text: string): boolean =>
  text === everyEvent || isAuditEvent(text) || eventGroup(text) !== undefined

const maxUrlLength = 2048

export const webhookUrlFaults = [
  'webhook_url_malformed',
  'webhook_address_private',
  'webhook_url_insecure',
] as const

export type WebhookUrlFault = (typeof webhookUrlFaults)[number]

/** `isPrivateAllowed`: NORN_WEBHOOK_PRIVATE. A name is looked up when something is sent to it. */
export function webhookUrlFault(text: string, isPrivateAllowed: boolean): WebhookUrlFault | undefined {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return 'webhook_url_malformed'
  if (!isLine(text, maxUrlLength) || /[#\s]/u.test(text)) return 'webhook_url_malformed'
  if (isPrivateAllowed) return undefined
  if (reachOf(url.hostname) !== 'anywhere') return 'webhook_address_private'
  return url.protocol === 'https:' ? undefined : 'webhook_url_insecure'
}

/** The format that an address wants: Discord takes no other. */
export const formatOf = (url: string): WebhookFormat =>
  /^https:\/\/(?:\w+\.)?discord(?:app)?\.com\/api\/(?:v\d+\/)?webhooks\//.test(url) ? 'discord' : 'standard'

/** Before the second try, the third, and so on. After the last one the delivery has failed. */
export const webhookPausesMs: readonly number[] = [
  5000,
  5 * minuteMs,
  30 * minuteMs,
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * hourMs),
]
