import { pluralIn } from '../../../lib/text/intl.ts'

const tries = pluralIn('en', { one: 'try', other: 'tries' })

export const webhooks = {
  about: 'Events are delivered in order and retried until confirmed.',
  url: 'Address',
  urlHint: 'Such as https://bot.example.org/norn, or what Discord shows for a channel.',
  events: 'Events',
  eventsHint: 'One a line, such as account.suspended or account.*. Empty: every event.',
  every: 'every event',
  format: 'Format',
  formats: { auto: 'As the address wants', standard: 'Standard Webhooks', discord: 'Discord' },
  state: 'State',
  on: 'on',
  off: 'off: the receiver asked us to stop',
  created: 'Created',
  create: 'Create webhook',
  newOne: 'New webhook',
  secret: 'Secret',
  secretOnce: 'The receiver verifies signatures with it. Keep it now: it is not shown again.',
  problems: {
    malformed: 'Nothing was created: write an address to send to, such as https://bot.example.org/norn.',
    insecure: 'Nothing was created: the address is http:, which others can read on its way. Use https:.',
    private:
      'Nothing was created: the address is of this machine or its network, and NORN_WEBHOOK_PRIVATE is off.',
    event: 'Nothing was created: one of the events does not exist.',
    format: 'Nothing was created: choose one of the formats.',
    tooMany: 'Nothing was created: there are 100 webhooks already. Delete one first.',
  },
  deliveries: 'Deliveries',
  noDeliveries: 'Nothing was sent yet.',
  at: 'Time',
  event: 'Event',
  states: { waiting: 'waiting', delivered: 'delivered', failed: 'failed' },
  lastTry: 'Last try',
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
  deleteAbout: 'What waits for it is not sent any more.',
  said: {
    created: 'The webhook was created.',
    deleted: 'The webhook was deleted.',
    sent: 'It is sent again within seconds.',
    notSent: 'That is not to be sent any more.',
  },
}
