import { type AuditEntry, auditEvents, isAuditEvent } from '../../model/audit.ts'
import type { WebhookFormat } from '../../model/webhook.ts'
import { accountByKey } from '../../storage/accounts/accounts.ts'
import type { Queries } from '../../storage/engine/database.ts'
import type { WebhookDeliveryRow } from '../../storage/schema/schema.ts'

/** What is sent, as JSON. */
export async function deliveryBody(
  db: Queries,
  format: WebhookFormat,
  { entry }: WebhookDeliveryRow,
): Promise<string> {
  const told: AuditEntry & { username?: string | null } = JSON.parse(entry)
  // A delivery of an earlier release has none yet.
  const data = told.username === undefined ? { ...told, username: await usernameNow(db, told) } : told
  if (format === 'standard') return JSON.stringify({ type: data.event, timestamp: data.at, data })
  return JSON.stringify(discordMessage(data, data.username ?? undefined))
}

async function usernameNow(db: Queries, { account, details }: AuditEntry): Promise<string | null> {
  const row = account === null ? undefined : await accountByKey(db, { column: 'id', value: account })
  const { username } = details
  return row?.username ?? (typeof username === 'string' ? username : null)
}

const maxFieldLength = 1000

/**
 * An embed (Discord's documentation, "Execute Webhook"). Many people may read a channel: no address of anybody is in
 * it, and nobody is mentioned.
 */
function discordMessage({ event, at, account, actor, details }: AuditEntry, username: string | undefined) {
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
