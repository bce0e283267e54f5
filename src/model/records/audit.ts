import { catalogue } from '../../texts/catalogue.ts'
import type { Account } from '../accounts/account.ts'
import type { Actor } from '../accounts/actor.ts'
import type { OneTimeLinkPurpose } from '../accounts/one-time-link.ts'
import type { Role } from '../accounts/role.ts'
import type { TextureKind } from '../game/texture.ts'
import type { TestResult } from './mail.ts'

type Nothing = Readonly<Record<string, never>>

type LinkedDetails = { name: string; id: string; neighbour: string } | { name: string; provider: string }

type SharingDetails = { texture: TextureKind; hash: string; name: string; note?: string }

/**
 * The audit log's events and details. Details never contain a password, token, code, secret or email address. Those of a
 * character's events also have `owner`, the UUID of its account.
 */
export interface AuditDetails {
  'account.created': { username: string }
  'account.renamed': { from: string; to: string }
  /** The name is in lower case. `account` is the account that it was held for. */
  'account.name_released': { username: string }
  'account.email_changed': Nothing
  'account.language_changed': { from: string; to: string }
  /** The version is the beginning of a digest of the rules. */
  'account.rules_accepted': { version: string }
  'account.password_changed': Nothing
  /** By a link that was sent by email. */
  'account.password_reset': Nothing
  /** `until` is in ISO 8601. Null if there is no end, or no reason. */
  'account.suspended': { reason: string | null; until: string | null }
  'account.restored': Nothing
  'account.uploads_suspended': { reason: string | null }
  'account.uploads_allowed': Nothing
  'account.granted': { role: Role }
  'account.ungranted': { role: Role }
  'account.deletion_requested': { at: string }
  'account.deletion_cancelled': Nothing
  'account.deleted': { username: string }
  'account.exported': Nothing
  /** A player of a neighbour, whose `id` is the UUID there, or somebody at a provider of sign-ins. */
  'account.linked': LinkedDetails
  'account.unlinked': LinkedDetails
  /** The number of exhausted guess budgets that were refilled. */
  'account.unlocked': { budgets: number }
  /** `account` is the player that is the primary one from now on. */
  'character.primary_changed': Nothing
  /** The account has become a character, or a character an account. */
  'character.joined': Nothing
  'character.parted': Nothing
  /** By an operator; players' own changes are not recorded. `id` and `name` are those of the other player. */
  'friend.added': { id: string; name: string }
  /** A friendship or a request. */
  'friend.removed': { id: string; name: string }
  /** The numbers of friends, and of requests sent and received. */
  'friend.cleared': { friends: number; requests: number }
  'second_factor.enabled': Nothing
  'second_factor.disabled': Nothing
  /** The number of codes that are left. */
  'second_factor.recovery_used': { left: number }
  'second_factor.recovery_renewed': Nothing
  'second_factor.recovery_removed': Nothing
  'passkey.added': { name: string }
  'passkey.removed': { name: string }
  'app_password.created': { id: string; name: string }
  'app_password.deleted': { id: string; name: string }
  /** The file's SHA-256, as in its URL. */
  'texture.set': { texture: TextureKind; hash: string }
  'texture.removed': { texture: TextureKind }
  /** `name` and `id` are of the player, which may be a visitor. `hash` is null where this service has no file. */
  'texture.reported': { texture: TextureKind; hash: string | null; name: string; id: string }
  /** `subject` is the hash, or the UUID and what was worn where this service has no file. The number of its open reports. */
  'texture.kept': { subject: string; reports: number }
  /** The number of those who wore it. */
  'texture.taken_down': { texture: TextureKind; hash: string; worn: number; reason: string | null }
  'texture.restored': { texture: TextureKind; hash: string }
  /** The name is that of the texture. */
  'shelf.added': { group: string; name: string; texture: TextureKind; hash: string }
  /** The number of players who wore it. */
  'shelf.removed': { group: string; name: string; texture: TextureKind; hash: string; worn: number }
  /** Into the library and out of it. `account` is the player who shares it. `note` is there if a moderator gave one. */
  'texture.shared': SharingDetails
  'texture.unshared': SharingDetails
  'texture.waiting': SharingDetails
  'texture.published': SharingDetails
  'texture.refused': SharingDetails
  'session.started': Nothing
  /** The number of tokens that ended with the session. */
  'session.ended': { tokens: number }
  'token.issued': Nothing
  'token.revoked': { tokens: number }
  'grant.given': { client: string; scope: string }
  'grant.revoked': { client: string }
  'client.created': { id: string; name: string }
  /** The names of the changed fields. */
  'client.changed': { id: string; name: string; changed: string[] }
  'client.deleted': { id: string; name: string }
  /** Its deletion was undone. */
  'client.restored': { id: string; name: string }
  'client.secret_renewed': { id: string; name: string }
  /** The group's name. */
  'group.created': { group: string }
  'group.changed': { group: string }
  /** The number of members it had. */
  'group.deleted': { group: string; members: number }
  /** The number of members that it has again. */
  'group.restored': { group: string; members: number }
  'group.member_added': { group: string }
  'group.member_removed': { group: string }
  'server.created': { name: string }
  /** The names of the changed fields, but never a key. */
  'server.changed': { name: string; changed: string[] }
  /** The time at which the previous root ends. */
  'server.rotated': { name: string; until: string }
  'server.removed': { name: string }
  'server.restored': { name: string }
  'neighbour.added': { id: string; kind: string }
  /** The names of the changed fields. */
  'neighbour.changed': { id: string; changed: string[] }
  'neighbour.removed': { id: string }
  'neighbour.restored': { id: string }
  /** A key that is held. `fingerprint` is its SHA-256. */
  'neighbour.key_changed': { id: string; use: string; fingerprint: string }
  'neighbour.key_confirmed': { id: string; use: string; fingerprint: string }
  'provider.created': { name: string; preset: string | null }
  /** The names of the changed fields, but never a secret. */
  'provider.changed': { name: string; changed: string[] }
  /** The number of accounts that were linked to it, up to a thousand. */
  'provider.deleted': { name: string; accounts: number }
  /** The number of accounts that are linked to it again. */
  'provider.restored': { name: string; accounts: number }
  /** The first join of a player of a neighbour, or the first under a new name. `id` is the UUID. */
  'visitor.admitted': { name: string; id: string; neighbour: string; server: string }
  'visitor.suspended': {
    name: string
    id: string
    neighbour: string
    reason: string | null
    until: string | null
  }
  'visitor.restored': { name: string; id: string; neighbour: string }
  /** The name is nobody's now. */
  'visitor.released': { name: string; id: string }
  'visitor.purged': { neighbour: string; visitors: number }
  /** `for` is what it lets its bearer do, `until` ISO 8601. */
  'link.created': { for: OneTimeLinkPurpose; until: string }
  'link.used': { for: OneTimeLinkPurpose }
  /** `unset`: what was chosen is forgotten. `to`: what was chosen among a few, such as `closed`. */
  'setting.changed': { name: string; unset: boolean; to?: string }
  'invite.created': { id: string }
  'invite.deleted': { id: string }
  /** Only the URL's origin is recorded, because the rest may contain a token. */
  'webhook.created': { id: string; origin: string }
  /** The names of the changed fields. */
  'webhook.changed': { id: string; origin: string; changed: string[] }
  'webhook.deleted': { id: string }
  'webhook.restored': { id: string; origin: string }
  'webhook.resent': { id: string; delivery: string }
  /** Sent to this webhook alone, whatever it wants. */
  'webhook.tested': { id: string }
  'api_token.created': { id: string; name: string }
  'api_token.deleted': { id: string; name: string }
  'ban.added': { network: string; until: string | null }
  'ban.removed': { network: string }
  /** `stolen` means that nothing signed with earlier keys is accepted any longer. */
  'key.rotated': { use: string; kid: string; stolen: boolean }
  /** To an address that the administrator has, or a token gives. */
  'mail.tested': { result: TestResult }
  /** By an administrator's press, to the data directory. */
  'backup.begun': Nothing
  /** The number of stored values that are encrypted with the new NORN_SECRET. */
  'secret.rotated': { values: number }
  /** The number of stored values that are no longer encrypted. */
  'secret.removed': { values: number }
}

export type AuditEventName = keyof AuditDetails

/** Events that concern the service rather than an account. */
export type ServiceEventName =
  | Extract<
      AuditEventName,
      `${'client' | 'invite' | 'webhook' | 'api_token' | 'ban' | 'key' | 'secret' | 'server' | 'neighbour' | 'provider' | 'visitor' | 'setting' | 'shelf' | 'mail' | 'backup'}.${string}`
    >
  | `group.${'created' | 'changed' | 'deleted' | 'restored'}`
  | `texture.${'reported' | 'kept' | 'taken_down' | 'restored'}`

/** Events after which the account's row no longer tells how to reach its owner. */
type OwnerMovedEventName = 'account.email_changed' | 'account.deleted'

/** The owner of an account, with the fields that a notice needs. */
export type Owner = Pick<Account, 'email' | 'language' | 'username'> & Partial<Pick<Account, 'ownerId'>>

export type AuditEvent<Name extends AuditEventName = AuditEventName> = {
  [Each in Name]: {
    event: Each
    /** The UUID of the account that the event is about. */
    account: Each extends ServiceEventName ? null : string
    details: AuditDetails[Each]
    /** Set where another event of the same change has the notice of both. */
    isNoticed?: true
    /** Returns the token of the notice's link as the email's row stores it, if the notice has a link. */
    sealToken?: (mailId: string) => string
  } & (Each extends OwnerMovedEventName
    ? { /** The owner as it was before the change. */ owner: Owner }
    : { /** The owner to notify; the account's row says who that is unless given. */ owner?: Owner })
}[Name]

/** Every event in English words, in the order of lists. */
export const auditEvents = (): Readonly<Record<AuditEventName, string>> =>
  catalogue('en').pages.admin.audit.events

export const isAuditEvent = (text: string): text is AuditEventName => Object.hasOwn(auditEvents(), text)

/** Events that a player can repeat at will. The number of entries for each is limited per player. */
export const repeatableEvents: ReadonlySet<AuditEventName> = new Set<AuditEventName>([
  'second_factor.enabled',
  'second_factor.disabled',
  'second_factor.recovery_renewed',
  'second_factor.recovery_removed',
  'passkey.added',
  'passkey.removed',
  'app_password.created',
  'app_password.deleted',
  'texture.set',
  'texture.removed',
  'texture.shared',
  'texture.unshared',
  'texture.waiting',
  'session.started',
  'session.ended',
  'token.issued',
  'token.revoked',
  'grant.given',
  'grant.revoked',
  'account.exported',
  'account.linked',
  'account.unlinked',
  'account.language_changed',
  'account.deletion_requested',
  'account.deletion_cancelled',
])

/** An entry as commands, the API and webhooks show it. The bytes of its JSON are what is sealed. */
export interface AuditEntry {
  /** A UUID of version 7 (RFC 9562) as 32 lower-case hex digits. Ids are in the order of the entries. */
  readonly id: string
  /** ISO 8601. */
  readonly at: string
  readonly event: string
  /** The UUID of the account. */
  readonly account: string | null
  readonly actor: Pick<Actor, 'id' | 'name'> & { readonly kind: string }
  readonly address: string | null
  readonly details: Readonly<Record<string, unknown>>
}
