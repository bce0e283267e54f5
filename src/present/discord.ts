import { type AuditEntry, auditEvents, isAuditEvent } from '../model/records/audit.ts'

/** The bounds of an embed (Discord's documentation, "Embed Limits"), which count what is sent, escapes included. */
const max = { title: 256, value: 1024, fields: 25, total: 6000 }

/**
 * Returns a message with an embed (Discord's documentation, "Execute Webhook"). Many people may read a channel, so
 * it contains no addresses and mentions nobody.
 */
export function discordMessage(
  { event, at, account, actor, details }: AuditEntry,
  username: string | undefined,
) {
  const what = isAuditEvent(event) ? beginningSmall(auditEvents()[event]) : event
  const whom = username ?? account ?? undefined
  // The channel must not learn which players belong together.
  const { owner, ...others } = details
  const who = owner !== undefined && owner === actor.id ? username : actor.name
  const told = Object.entries<unknown>({ by: who ?? actor.kind, ...others })
    .filter(([name, value]) => value !== null && name !== 'username')
    .map(([name, value]) => {
      const text = typeof value === 'string' ? value : JSON.stringify(value)
      return { name, value: plain(text, max.value), inline: true }
    })
  const title = plain(whom === undefined ? what : `${whom}: ${what}`, max.title)
  const footer = { text: event }
  return {
    embeds: [{ title, timestamp: at, fields: fitting(told, title.length + footer.text.length), footer }],
    allowed_mentions: { parse: [] },
  }
}

/** Returns the fields for which there is room if other texts have `used` characters. */
function fitting<Field extends { name: string; value: string }>(fields: Field[], used: number): Field[] {
  let total = used
  return fields.slice(0, max.fields).filter(({ name, value }) => {
    const then = total + name.length + value.length
    if (then > max.total) return false
    total = then
    return true
  })
}

/**
 * Escapes characters that Discord would interpret as formatting or links, and cuts off what is longer than `length`
 * then, between two characters. Discord refuses blank texts.
 */
function plain(text: string, length: number): string {
  let whole = ''
  let cut = 0
  for (const letter of text.toWellFormed().trim()) {
    whole += /[\\*_~`|>#[\]()<@-]/.test(letter) ? `\\${letter}` : letter
    if (whole.length < length) cut = whole.length
    else if (whole.length > length) return `${whole.slice(0, cut)}…`
  }
  return whole || '-'
}

/** Abbreviations keep their capitals. */
const beginningSmall = (words: string): string =>
  words.replace(/^[A-Z](?![A-Z])/, (letter) => letter.toLowerCase())
