import { minuteMs } from '../../lib/measure/units.ts'
import { isoTime, isoTimeOrNull } from '../../lib/text/instant.ts'
import type { Account } from '../../model/accounts/account.ts'
import type { Actor } from '../../model/accounts/actor.ts'
import { Refused } from '../../model/errors/refusal.ts'
import type { AuditEntry } from '../../model/records/audit.ts'
import { readRows } from '../../model/records/lists.ts'
import { textureByHash } from '../../storage/game/textures.ts'
import { takeFromBudget } from '../../storage/limits/budgets.ts'
import { attemptsOf } from '../../storage/records/attempts.ts'
import { insertAuditEntry } from '../../storage/records/audit.ts'
import { identitiesOfAccount } from '../../storage/sign-in/linked-identities.ts'
import { listAudit } from '../audit/list.ts'
import { auditEntry } from '../audit/record.ts'
import { groupsOf } from '../community/members.ts'
import type { ChangeContext, OperationContext, ReadContext } from '../context.ts'
import { formerSkins } from '../game/former-skins.ts'
import { linkedPlayers } from '../linking/players.ts'
import { heldNames } from '../names/held.ts'
import { usernameHistory } from '../names/rename.ts'
import { listGrants } from '../oauth/grants.ts'
import { listPasskeys } from '../passkeys/passkeys.ts'
import { listAppPasswords } from '../tokens/app-passwords.ts'
import { listDevices } from '../tokens/devices.ts'

/** The number of entries read and written at once. It bounds the time for which they block the event loop. */
const entriesAtOnce = 50

/** The most audit log entries in an export. The newest ones are included. */
export const maxExportedEntries = 10_000

export const exportBudget = { size: 3, refillMs: 20 * minuteMs }

/** The number of seconds after which a running export is probably finished. */
const placeRetryAfter = 60

/** Charges an export, reserves a place and returns a function that gives it back. Throws Refused `too_many_exports`. */
export async function reserveExport(
  { clock, db, exportPlaces }: ReadContext & OperationContext,
  { id }: Account,
): Promise<() => void> {
  const leave = exportPlaces.enter(id)
  if (!leave) throw new Refused('too_many_exports', { retryAfter: placeRetryAfter, about: { id } })
  try {
    const waitMs = await takeFromBudget(db, `export:${id}`, clock(), exportBudget)
    if (waitMs === 0) return leave
    throw new Refused('too_many_exports', { retryAfter: Math.ceil(waitMs / 1000), about: { id } })
  } catch (error) {
    leave()
    throw error
  }
}

/**
 * Collects all data about the account except credentials: no password, secret or token. Instants are in ISO 8601.
 * `audit` is read page by page as it is consumed.
 */
export async function exportOwnData(context: ChangeContext, by: Actor, account: Account) {
  const {
    id,
    username,
    email,
    language,
    createdAt,
    hasSecondFactor,
    suspension,
    textures,
    hiddenCape,
    roles,
  } = account
  // A single statement rather than a transaction, so that no other write waits for this request.
  await insertAuditEntry(
    context.db,
    auditEntry(context, by, { event: 'account.exported', account: id, details: {} }),
  )
  const names = await usernameHistory(context, account)
  const devices = await listDevices(context, account)
  const grants = await listGrants(context, account)
  const passkeys = await listPasskeys(context, account)
  const appPasswords = await listAppPasswords(context, account)
  const held = await heldNames(context, account)
  const linked = await linkedPlayers(context, account)
  const identities = await identitiesOfAccount(context.db, id)
  return {
    account: {
      id,
      username,
      email: email ?? null,
      language,
      createdAt: isoTime(createdAt),
      hasSecondFactor,
      roles,
    },
    groups: await groupsOf(context, account),
    suspension: suspension
      ? {
          at: isoTime(suspension.at),
          until: isoTimeOrNull(suspension.until),
          reason: suspension.reason ?? null,
        }
      : null,
    heldNames: held.map(({ name, until }) => ({ name, until: isoTime(until) })),
    linkedPlayers: linked.map((player) => ({
      neighbour: player.neighbour,
      id: player.id,
      name: player.name,
      linkedAt: isoTime(player.linkedAt),
    })),
    linkedAccounts: identities.map((identity) => ({
      provider: identity.provider,
      subject: identity.subject,
      name: identity.name,
      email: identity.email,
      linkedAt: isoTime(identity.linked_at),
      lastSignInAt: isoTimeOrNull(identity.last_sign_in_at ?? undefined),
    })),
    passkeys: passkeys.map(({ name, createdAt, lastUsedAt }) => ({
      name,
      createdAt: isoTime(createdAt),
      lastUsedAt: isoTimeOrNull(lastUsedAt),
    })),
    appPasswords: appPasswords.map(({ name, createdAt, lastUsedAt, launcher, address }) => ({
      name,
      createdAt: isoTime(createdAt),
      lastUsedAt: isoTimeOrNull(lastUsedAt),
      launcher,
      address,
    })),
    usernames: names.map((name) => ({ username: name.username, changedAt: isoTime(name.changedAt) })),
    skin: textures.skin ? { ...textures.skin, png: await pngOf(context, textures.skin.hash) } : null,
    cape: textures.cape ? { ...textures.cape, png: await pngOf(context, textures.cape.hash) } : null,
    hiddenCape: hiddenCape === undefined ? null : { hash: hiddenCape, png: await pngOf(context, hiddenCape) },
    formerSkins: await formerSkins(context, id),
    devices: devices.map(({ kind, userAgent, address, firstUsedAt, lastUsedAt }) => ({
      kind,
      userAgent,
      address,
      firstUsedAt: isoTime(firstUsedAt),
      lastUsedAt: isoTime(lastUsedAt),
    })),
    applications: grants.map((grant) => ({
      name: grant.clientName,
      clientId: grant.clientId,
      scope: grant.scope,
      since: isoTime(grant.createdAt),
    })),
    attempts: (await attemptsOf(context.db, [id])).map(({ at, step, reason, address }) => ({
      at: isoTime(at),
      step,
      reason,
      address,
    })),
    auditLimit: maxExportedEntries,
    audit: newestAudit(context, id),
  }
}

/** Returns the file in Base64, or null if it no longer exists. */
const pngOf = async ({ db }: ReadContext, hash: string): Promise<string | null> =>
  (await textureByHash(db, hash))?.toString('base64') ?? null

/** Yields the account's audit log, the newest entry first. */
async function* newestAudit(context: ReadContext, account: string): AsyncGenerator<AuditEntry> {
  const parts = { most: maxExportedEntries, atOnce: entriesAtOnce }
  const entries = readRows(parts, (part) => listAudit(context, { account, ...part }))
  for await (const entry of entries) yield asItsOwnerSees(entry, account)
}

/** Replaces any other actor with an anonymous moderator: who it was, and from where, is for administrators only. */
function asItsOwnerSees({ actor, address, ...entry }: AuditEntry, account: string): AuditEntry {
  if (actor.kind === 'account' && actor.id === account) return { ...entry, actor, address }
  return { ...entry, actor: { kind: actor.kind === 'system' ? 'system' : 'moderator' }, address: null }
}
