import { choice, text, words } from './field.ts'

/** `standard` follows Standard Webhooks 1.0. `discord` is a message that Discord shows. */
export const webhookFormats = ['standard', 'discord'] as const

export type WebhookFormat = (typeof webhookFormats)[number]

/** The fields of a webhook that can be changed. */
export const webhookFields = {
  /** `webhookUrlFault` refuses it with codes of its own. */
  url: text({
    isRequired: true,
    placeholder: 'URL',
    format: 'uri',
    meaning: 'the address to send events to',
  }),
  /** Event names. `*` stands for every event, and `account.*` for every event of its group. */
  events: words({
    option: 'event',
    placeholder: 'EVENT',
    rule: 'event',
    meaning:
      'an event, a pattern such as account.*, or *; if none are given, *, and for Discord what people want to read',
    without: 'what is sent if none are given',
  }),
}

/** The fields of a new webhook. Its format stays, because its secret and what waits for it belong to that. */
export const newWebhookFields = {
  ...webhookFields,
  format: choice(webhookFormats, {
    placeholder: 'FORMAT',
    meaning: 'by default discord for an address of Discord, otherwise standard',
  }),
}
