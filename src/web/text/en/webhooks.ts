import { pluralIn } from '../../../lib/text/intl.ts'

const tries = pluralIn('en', { one: 'attempt', other: 'attempts' })

export const webhooks = {
  about: 'Events are delivered in order and retried until confirmed.',
  url: 'Address',
  urlHint: 'Such as https://bot.example.org/norn, or what Discord shows for a channel.',
  events: 'Events',
  eventsHint: 'One per line, such as account.suspended or account.*. Leave empty for every event.',
  every: 'every event',
  format: 'Format',
  formats: { auto: 'Chosen by the address', standard: 'Standard Webhooks', discord: 'Discord' },
  state: 'State',
  on: 'on',
  off: 'off: the receiver asked us to stop',
  created: 'Created',
  create: 'Create webhook',
  newOne: 'New webhook',
  secret: 'Secret',
  secretOnce: 'The receiver verifies signatures with it. Save it now: it will not be shown again.',
  problems: {
    malformed: 'Nothing was created: enter an address to send to, such as https://bot.example.org/norn.',
    insecure: 'Nothing was created: events sent over http: can be read in transit. Use https:.',
    private:
      'Nothing was created: the address belongs to this machine or its network, and NORN_WEBHOOK_PRIVATE is off.',
    event: 'Nothing was created: one of the events does not exist.',
    format: 'Nothing was created: choose one of the formats.',
    tooMany: 'Nothing was created: there are already 100 webhooks. Delete one first.',
  },
  deliveries: 'Deliveries',
  noDeliveries: 'Nothing has been sent yet.',
  at: 'Time',
  event: 'Event',
  states: { waiting: 'waiting', delivered: 'delivered', failed: 'failed' },
  lastTry: 'Last attempt',
  tries: (count: number) => tries(count),
  noAnswer: {
    address_private: 'a private address',
    timeout: 'no answer in time',
    not_found: 'unknown host',
    connection: 'no connection',
    tls: 'bad certificate',
  },
  send: 'Send again',
  delete: 'Delete webhook',
  deleteAbout: 'Events waiting for it will not be sent.',
  flash: {
    created: 'The webhook was created.',
    deleted: 'The webhook was deleted.',
    sent: 'It will be sent again within seconds.',
    notSent: 'That event can’t be sent again.',
  },
}
