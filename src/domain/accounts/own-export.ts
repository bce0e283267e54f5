import { minuteMs } from '../../lib/measure/units.ts'
import { fold } from '../../lib/text/fold.ts'
import { isoTime, isoTimeOrNull } from '../../lib/text/instant.ts'
import type { Account } from '../../model/accounts/account.ts'
import type { Actor } from '../../model/accounts/actor.ts'
import { Refused } from '../../model/errors/refusal.ts'
import type { AuditEntry } from '../../model/records/audit.ts'
import { readRows } from '../../model/records/lists.ts'
import { takeFromBudget } from '../../storage/limits/budgets.ts'
import { attemptsOf } from '../../storage/records/attempts.ts'
import { insertAuditEntry } from '../../storage/records/audit.ts'
import { identitiesOfAccount } from '../../storage/sign-in/linked-identities.ts'
import { listAudit } from '../audit/list.ts'
import { auditEntry } from '../audit/record.ts'
import { bedrockData } from '../bedrock/export.ts'
import { playersOf } from '../characters/players.ts'
import { groupsOf } from '../community/members.ts'
import type { ChangeContext, OperationContext, PictureContext, ReadContext } from '../context.ts'
import { friendsData } from '../friends/export.ts'
import { formerSkins } from '../game/former-skins.ts'
import { linkedPlayers } from '../linking/players.ts'
import { reportsData } from '../moderation/export.ts'
import { heldNames } from '../names/held.ts'
import { usernameHistory } from '../names/rename.ts'
import { listGrants } from '../oauth/grants.ts'
import { listPasskeys } from '../passkeys/passkeys.ts'
import { listAppPasswords } from '../tokens/app-passwords.ts'
import { listDevices } from '../tokens/devices.ts'
import { wardrobeData } from '../wardrobe/export.ts'

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
 * Collects all data about the account and its characters except credentials: no password, secret or token. Instants are
 * in ISO 8601. `wardrobe`, `characters` and `audit` are read as they are consumed.
 */
export async function exportOwnData(context: ChangeContext & PictureContext, by: Actor, account: Account) {
  const { id, username, email, language, createdAt, hasSecondFactor, roles } = account
  // A single statement rather than a transaction, so that no other write waits for this request.
  await insertAuditEntry(
    context.db,
    auditEntry(context, by, { event: 'account.exported', account: id, details: {} }),
  )
  const players = (await playersOf(context, account)).map(({ player }) => player)
  const passkeys = await listPasskeys(context, account)
  const appPasswords = await listAppPasswords(context, account)
  const held = await heldNames(context, account)
  const identities = await identitiesOfAccount(context.db, id)
  const { suspension, linkedPlayers: linked, ...own } = await dataOfPlayer(context, account)
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
    suspension,
    heldNames: held.map(({ name, until }) => ({ name, until: isoTime(until) })),
    linkedPlayers: linked,
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
    ...own,
    wardrobe: wardrobeData(context, account),
    uploadsSuspension: uploadsData(account),
    rules: rulesData(account),
    reports: reportsData(context, account),
    characters: dataOfCharacters(context, players.slice(1), held),
    auditLimit: maxExportedEntries,
    audit: newestAudit(
      context,
      players.map((player) => player.id),
    ),
  }
}

const uploadsData = ({ uploadsSuspension }: Account) =>
  uploadsSuspension ? { at: isoTime(uploadsSuspension.at), reason: uploadsSuspension.reason ?? null } : null

const rulesData = ({ rulesAccepted }: Account) =>
  rulesAccepted ? { version: rulesAccepted.version, acceptedAt: isoTime(rulesAccepted.at) } : null

/** Collects what belongs to one player. */
async function dataOfPlayer(context: ReadContext & PictureContext, player: Account) {
  const { id, suspension, textures, hiddenCape } = player
  const names = await usernameHistory(context, player)
  const devices = await listDevices(context, player)
  const grants = await listGrants(context, player)
  return {
    suspension: suspension
      ? {
          at: isoTime(suspension.at),
          until: isoTimeOrNull(suspension.until),
          reason: suspension.reason ?? null,
        }
      : null,
    linkedPlayers: (await linkedPlayers(context, player)).map(({ neighbour, id: uuid, name, linkedAt }) => ({
      neighbour,
      id: uuid,
      name,
      linkedAt: isoTime(linkedAt),
    })),
    ...(await bedrockData(context, player)),
    usernames: names.map((name) => ({ username: name.username, changedAt: isoTime(name.changedAt) })),
    skin: textures.skin ? { ...textures.skin, png: await pngOf(context, textures.skin.hash) } : null,
    cape: textures.cape ? { ...textures.cape, png: await pngOf(context, textures.cape.hash) } : null,
    hiddenCape: hiddenCape === undefined ? null : { hash: hiddenCape, png: await pngOf(context, hiddenCape) },
    formerSkins: await formerSkins(context, id),
    ...(await friendsData(context, player)),
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
  }
}

/** Yields what belongs to each character. Names are held for the account: a character's are those that it has had. */
async function* dataOfCharacters(
  context: ReadContext & PictureContext,
  characters: readonly Account[],
  held: Awaited<ReturnType<typeof heldNames>>,
) {
  for (const character of characters) {
    const { id, username, createdAt, deletesAt } = character
    const data = await dataOfPlayer(context, character)
    const had = new Set(data.usernames.map((name) => fold(name.username)))
    yield {
      id,
      username,
      createdAt: isoTime(createdAt),
      deletesAt: isoTimeOrNull(deletesAt),
      heldNames: held.flatMap(({ name, until }) => (had.has(name) ? [{ name, until: isoTime(until) }] : [])),
      ...data,
    }
  }
}

/** Returns the file in Base64, or null if it no longer exists. */
const pngOf = async ({ textureFiles }: PictureContext, hash: string): Promise<string | null> =>
  (await textureFiles.read(hash))?.toString('base64') ?? null

/** Yields the audit logs of the players as one, the newest entry first. Each is read page by page. */
async function* newestAudit(context: ReadContext, players: readonly string[]): AsyncGenerator<AuditEntry> {
  const parts = { most: maxExportedEntries, atOnce: entriesAtOnce }
  const logs = players.map((account) => readRows(parts, (part) => listAudit(context, { account, ...part })))
  const heads = await Promise.all(logs.map(async (log) => (await log.next()).value))
  for (let left = maxExportedEntries; left > 0; left--) {
    const at = heads.reduce<number>((most, head, place) => (isNewer(head, heads[most]) ? place : most), 0)
    const entry = heads[at]
    if (!entry) return
    yield asTheyAreSeen(entry, players)
    heads[at] = (await logs[at]?.next())?.value
  }
}

const isNewer = (one: AuditEntry | undefined, other: AuditEntry | undefined): boolean =>
  one !== undefined && (other === undefined || one.id > other.id)

/** Replaces any other actor with an anonymous moderator: who it was, and from where, is for administrators only. */
function asTheyAreSeen({ actor, address, ...entry }: AuditEntry, players: readonly string[]): AuditEntry {
  if (actor.kind === 'account' && actor.id !== undefined && players.includes(actor.id))
    return { ...entry, actor, address }
  return { ...entry, actor: { kind: actor.kind === 'system' ? 'system' : 'moderator' }, address: null }
}
