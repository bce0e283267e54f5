import { timeUuid, timeUuidPrefix } from '../../lib/crypto/uuid.ts'
import { dayMs } from '../../lib/measure/units.ts'
import type { Actor } from '../../model/accounts/actor.ts'
import { readRoles } from '../../model/accounts/role.ts'
import { type AuditEvent, type Owner, repeatableEvents } from '../../model/records/audit.ts'
import { accountByKey } from '../../storage/accounts/accounts.ts'
import type { Transaction } from '../../storage/engine/database.ts'
import {
  insertAccountsCreated,
  insertAuditEntries,
  insertAuditEntry,
  type NewAuditEntry,
} from '../../storage/records/audit.ts'
import type { AccountRow } from '../../storage/schema/rows/accounts.ts'
import { toAccount } from '../accounts/account-row.ts'
import type { ChangeContext } from '../context.ts'
import { notifyOwner } from '../mail.ts'
import { isSilent, noticesOf, ofCharacter, type SilentEventName } from './notices.ts'

/** The time within which repetitions by the same player count towards the limit on entries. */
const countedMs = dayMs

/** Makes the entry for what `by` does now and needs no notice. The caller writes it along with the change. */
export function auditEntry(
  context: ChangeContext,
  by: Actor,
  event: AuditEvent<SilentEventName>,
): NewAuditEntry {
  return entryOf(context, by, event)
}

function entryOf(
  { clock, random }: ChangeContext,
  by: Actor,
  { event, account, details, owner }: AuditEvent,
  ownerId = owner?.ownerId,
): NewAuditEntry {
  const at = clock()
  const isRepeatable = by.kind === 'account' && repeatableEvents.has(event)
  return {
    row: {
      id: timeUuid(at, random),
      at,
      event,
      account_id: account,
      actor_kind: by.kind,
      actor_id: by.id ?? null,
      actor_name: by.name ?? null,
      address: by.address ?? null,
      details: JSON.stringify(ownerId === undefined ? details : { ...details, owner: ownerId }),
    },
    countedFrom: isRepeatable ? timeUuidPrefix(at - countedMs) : null,
  }
}

/**
 * Writes the entry and the notice of an event in the transaction of the event itself. This is for work in a transaction
 * that the caller opened. Everything else uses `change`.
 */
export async function record(
  context: ChangeContext,
  tx: Transaction,
  by: Actor,
  event: AuditEvent,
): Promise<void> {
  const { account } = event
  const row = account === null ? undefined : await accountByKey(tx, { column: 'id', value: account })
  await insertAuditEntry(tx, entryOf(context, by, event, event.owner?.ownerId ?? row?.owner_id ?? undefined))
  if (event.isNoticed) return
  if (!hasNotice(noticesOf(event, isSomebodyElse(by, event.account)))) return
  const owner = row && toAccount(row, context.clock())
  const before = event.owner ?? owner
  // Somebody who changes a character of their own is its owner.
  const isOwner = by.kind === 'account' && by.id !== undefined && before?.ownerId === by.id
  const { owner: notice, newAddress } = noticesOf(event, !isOwner && isSomebodyElse(by, event.account))
  if (notice && before) {
    const told = before.ownerId === undefined ? notice : ofCharacter(notice, before.username)
    await notifyOwner(context, tx, await reachable(tx, before), told, event.sealToken)
  }
  if (newAddress && owner) await notifyOwner(context, tx, owner, newAddress)
}

const hasNotice = ({ owner, newAddress }: ReturnType<typeof noticesOf>): boolean =>
  owner !== undefined || newAddress !== undefined

/** Returns whom a notice about a player goes to: a character has the email address of its account. */
export async function reachable(tx: Transaction, player: Owner): Promise<Owner> {
  if (player.ownerId === undefined) return player
  const account = await accountByKey(tx, { column: 'id', value: player.ownerId })
  return { ...player, email: account?.email ?? undefined }
}

/** Records all events of a change. Those without a notice are written in one statement. */
export async function recordAll(
  context: ChangeContext,
  tx: Transaction,
  by: Actor,
  events: readonly AuditEvent[],
): Promise<void> {
  const [first] = events
  const isMany = events.length > 1 && events.every(({ event }) => event === first?.event)
  if (first && isMany && isSilent(first.event) && !repeatableEvents.has(first.event)) {
    const entries = events.map((event) => entryOf(context, by, event))
    return insertAuditEntries(
      tx,
      entries.map(({ row }) => row),
    )
  }
  for (const event of events) await record(context, tx, by, event)
}

/** Returns true if somebody other than the owner acted. The service does what the owner has asked for. */
const isSomebodyElse = ({ kind, id }: Actor, account: string | null): boolean =>
  kind !== 'system' && !(kind === 'account' && id === account)

/**
 * Records an `account.created` event for each account of an import, some hundreds at once, and an event for each of
 * their roles.
 */
export async function recordImported(
  context: ChangeContext,
  tx: Transaction,
  by: Actor,
  accounts: readonly Pick<AccountRow, 'id' | 'roles'>[],
): Promise<void> {
  const ids = accounts.map(({ id }) => id)
  const details = { username: '' }
  const { row } = entryOf(context, by, { event: 'account.created', account: '', details })
  await insertAccountsCreated(tx, row, ids)
  for (const { id, roles } of accounts) {
    for (const role of readRoles(roles)) {
      // The role came with the account, so there is nobody to notify.
      const event = { event: 'account.granted', account: id, details: { role } } as const
      await insertAuditEntry(tx, entryOf(context, by, event))
    }
  }
}
