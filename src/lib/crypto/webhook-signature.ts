import { createHmac } from 'node:crypto'

const prefix = 'whsec_'

/** A secret as Standard Webhooks 1.0 writes it. */
export const webhookSecret = (bytes: Buffer): string => prefix + bytes.toString('base64')

export interface SignedMessage {
  /** The same at each try. */
  id: string
  /** Of this try, in Unix seconds. */
  timestamp: number
  body: string
}

/** The headers that a receiver verifies: Standard Webhooks 1.0, "Signature scheme", symmetric. */
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
