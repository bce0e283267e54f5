import type { WebhookFormat } from '../model/fields/webhook.ts'
import type { AuditEntry } from '../model/records/audit.ts'
import { discordMessage } from '../present/discord.ts'
import { accountByKey } from '../storage/accounts/accounts.ts'
import type { Queries } from '../storage/engine/database.ts'
import type { WebhookDeliveryRow } from '../storage/schema/rows/records.ts'

export async function deliveryBody(
  db: Queries,
  format: WebhookFormat,
  { entry }: WebhookDeliveryRow,
): Promise<string> {
  const told: AuditEntry & { username?: string | null } = JSON.parse(entry)
  // Deliveries that an earlier release queued have no username.
  const data = told.username === undefined ? { ...told, username: await usernameNow(db, told) } : told
  if (format === 'standard') return JSON.stringify({ type: data.event, timestamp: data.at, data })
  return JSON.stringify(discordMessage(data, data.username ?? undefined))
}

async function usernameNow(db: Queries, { account, details }: AuditEntry): Promise<string | null> {
  const row = account === null ? undefined : await accountByKey(db, { column: 'id', value: account })
  const { username } = details
  return row?.username ?? (typeof username === 'string' ? username : null)
}
