import { type AuditEntry, auditEvents, isAuditEvent } from '../model/audit.ts'

const maxFieldLength = 1000

/**
 * An embed (Discord's documentation, "Execute Webhook"). Many people may read a channel: no address of anybody is in
 * it, and nobody is mentioned.
 */
export function discordMessage(
  { event, at, account, actor, details }: AuditEntry,
  username: string | undefined,
) {
  const what = isAuditEvent(event) ? auditEvents[event] : event
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

/** What Discord would read as bold, a link and so on is shown as it is. */
const plain = (text: string): string =>
  text.slice(0, maxFieldLength).replaceAll(/[\\*_~`|>#[\]()<@-]/g, '\\$&') || '-'
