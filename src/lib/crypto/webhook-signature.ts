import { createHmac } from 'node:crypto'

const prefix = 'whsec_'

/** Formats a secret as in Standard Webhooks 1.0. */
export const webhookSecret = (bytes: Buffer): string => prefix + bytes.toString('base64')

interface SignedMessage {
  /** The id of the message, which is the same at every attempt. */
  id: string
  /** The time of this attempt, in Unix seconds. */
  timestamp: number
  body: string
}

/** Returns the headers that a receiver verifies (Standard Webhooks 1.0, "Signature scheme", symmetric). */
export function webhookHeaders(
  secret: string,
  { id, timestamp, body }: SignedMessage,
): Record<string, string> {
  const key = Buffer.from(secret.slice(prefix.length), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': `v1,${signature}`,
  }
}
