import { type AuditEntry, auditEvents, isAuditEvent } from '../model/records/audit.ts'

const maxFieldLength = 1000

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
  const told = Object.entries<unknown>({ by: actor.name ?? actor.kind, ...details })
    .filter(([name, value]) => value !== null && name !== 'username')
    .map(([name, value]) => {
      const text = typeof value === 'string' ? value : JSON.stringify(value)
      return { name, value: plain(text), inline: true }
    })
  return {
    embeds: [
      {
        title: plain(whom === undefined ? what : `${whom}: ${what}`).slice(0, maxFieldLength),
        timestamp: at,
        fields: told.slice(0, 25),
        footer: { text: event },
      },
    ],
    allowed_mentions: { parse: [] },
  }
}

/** Escapes characters that Discord would interpret as formatting or links. */
const plain = (text: string): string =>
  text.slice(0, maxFieldLength).replaceAll(/[\\*_~`|>#[\]()<@-]/g, '\\$&') || '-'

/** Abbreviations keep their capitals. */
const beginningSmall = (words: string): string =>
  words.replace(/^[A-Z](?![A-Z])/, (letter) => letter.toLowerCase())
