import type { Reasons } from './reason.ts'

/** Requests with the fields of a webhook. */
const changes = ['POST /webhooks', 'PATCH /webhooks/:id']

export const webhookReasons = {
  webhook_off: {
    at: ['POST /webhooks/:id/test', 'POST /webhooks/:id/deliveries/:delivery/send'],
    sentence:
      'The webhook is off because its receiver answered that it is gone. PATCH its url to turn it on again.',
    command:
      'the webhook is off because its receiver answered that it is gone; "norn webhook set ID --url URL" turns it on again',
    when: 'the webhook is off, because its receiver has answered 410',
    remedy: 'delete the webhook and create a new one',
  },
  webhook_url_malformed: {
    at: changes,
    sentence: 'The URL is not allowed. Use https://…, without user name, password, # or spaces.',
    command: 'the URL is not allowed; write https://…, without user name, password, # or spaces',
    when: 'the URL is not `https:` or `http:`, or has a user name, a password, a fragment or spaces',
    remedy: 'write it in full',
  },
  webhook_url_insecure: {
    at: changes,
    sentence:
      'Events sent over http: can be read in transit. Use https:, or NORN_WEBHOOK_PRIVATE=on within your own network.',
    command:
      'events sent over http: can be read in transit; use https:, or allow http: within your own network with NORN_WEBHOOK_PRIVATE=on',
    when: 'the URL is `http:`, and `NORN_WEBHOOK_PRIVATE` is off',
    remedy: 'use `https:`',
  },
  webhook_address_private: {
    at: changes,
    sentence: 'The URL belongs to this machine or its network. NORN_WEBHOOK_PRIVATE=on allows that.',
    command:
      'the URL belongs to this machine or its network; set NORN_WEBHOOK_PRIVATE=on if that is what you want',
    when: 'the URL is of this machine or its network, and `NORN_WEBHOOK_PRIVATE` is off',
    remedy: 'set it, if that is what you want',
  },
} as const satisfies Reasons
