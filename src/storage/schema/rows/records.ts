import type { AttemptStep } from '../../../model/records/attempt.ts'

/** An event of the audit log: what was done, and by whom (docs/decisions/0030-audit-log.md). */
export interface AuditEntryRow {
  /** A UUID of version 7, so that ids are in the order of time. */
  id: string
  at: number
  /** A name of model/records/audit.ts. */
  event: string
  /** The account it is about, which may have been deleted since. */
  account_id: string | null
  actor_kind: 'account' | 'cli' | 'api' | 'system'
  actor_id: string | null
  actor_name: string | null
  /** The client's address. */
  address: string | null
  /** A JSON object. */
  details: string
  /** The number of its seal. Null until it is sealed. */
  seal: number | null
}

/** A seal that confirms some entries and the seal before it. */
export interface AuditSealRow {
  /** 1, 2, 3 … */
  number: number
  at: number
  entries: number
  /** The SHA-256 in hex of the lines of these entries. */
  digest: string
  /** The last seal whose entries have been kept for long enough. They and all entries before them may be deleted. */
  dropped: number
  /** The SHA-256 in hex of all fields above and of the hash of the seal before. */
  hash: string
  /** For the last seal, its hash, encrypted if there is an EncryptionRow. Null for those before. */
  mac: string | null
}

/** An email that is waiting to be sent (docs/decisions/0034-mail.md). */
export interface MailRow {
  /** A UUID, which is the same at every attempt. */
  id: string
  kind: string
  /** An email address. */
  recipient: string
  language: string
  /** A MailContent as JSON, without its token. */
  content: string
  /** The token of its link, encrypted if there is an EncryptionRow. Null if it has no link. */
  token: string | null
  created_at: number
  /** When it is to be tried next. While a process tries it, this is when another one may. */
  due_at: number
  tries: number
  /** When it is no longer worth sending. */
  expires_at: number
}

/** A URL to which events are sent (docs/decisions/0051-webhooks.md). */
export interface WebhookRow {
  id: string
  /** Encrypted if there is an EncryptionRow, because the URLs of chat services contain a token. */
  url: string
  /** `whsec_` and Base64, encrypted if there is an EncryptionRow. */
  secret: string
  /** A JSON array of the event filters, as given. */
  events: string
  format: 'standard' | 'discord'
  created_at: number
  /** The last seal whose entries have been searched for it. */
  fed_seal: number
  /** Until then, only one process sends to it. */
  leased_until: number
  /** When it was turned off. Null while it is on. */
  off_at: number | null
  /** The number of attempts in a row that its receiver did not answer as it should. */
  failures: number
  /** Until then nothing is sent to it, because its receiver seems to be down. Null if it does not. */
  held_until: number | null
}

/** An entry of the audit log to be sent to a webhook. */
export interface WebhookDeliveryRow {
  webhook_id: string
  /** The id of the entry. */
  id: string
  /** The seal of the entry. Deliveries are in the order of seals, then ids. */
  seal: number
  event: string
  /** The entry as JSON, as in the export of the log. */
  entry: string
  state: 'waiting' | 'delivered' | 'failed'
  /** A JSON array of the newest attempts. */
  attempts: string
  /** The number of attempts since it last started from the beginning. */
  tries: number
  /** When it is to be tried next. */
  due_at: number
}

/** A request to the API that a client may repeat. */
export interface IdempotencyKeyRow {
  /** An HMAC of the client's key, in hex. The key of the HMAC is derived from the token. */
  digest: string
  token_id: string
  /** An HMAC of the request, which may contain a password. */
  request: string
  /** Encrypted with a key derived from the token. Null while the request is being processed. */
  answer: string | null
  started_at: number
  expires_at: number
}

/** One of the last attempts to get into the game (docs/decisions/0050-attempts.md). */
export interface AttemptRow {
  /** The account's id, or the digest of a name that no account had (state/keys/login-digests.ts). */
  subject: string
  step: AttemptStep
  /** When it was refused, or just after, as no other has the same. 0 for a success, of which only the last is stored. */
  refused_at: number
  at: number
  /** A Refusal or an error code of OAuth 2.0. Null for a success. */
  reason: string | null
  /** A RefusalDetail, or `app_password` for a sign-in that was tried by one. */
  detail: string | null
  /** The client's network, as `clientNetwork` returns it. */
  network: string
  /** The client's address in canonical form. */
  address: string
  /** The name of the game server that asked below its own root. Null for others. */
  server: string | null
}

/** A count of one outcome of a step into the game within an hour, over all processes. */
export interface HourCountRow {
  /** The beginning of the hour. */
  at: number
  /** A PlayerStep. */
  step: string
  /** `ok`, a RefusalDetail or a Refusal. */
  outcome: string
  count: number
}

/** The figures that are counted by day. */
export type DayFigure = 'joins' | 'accounts'

/** A count of a day, over all processes. */
export interface DayCountRow {
  figure: DayFigure
  /** The name of the game server that players joined below its root. Empty for all players, at whatever root. */
  server: string
  /** The beginning of the day, in UTC. */
  at: number
  count: number
}
