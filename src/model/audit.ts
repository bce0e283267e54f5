import type { Actor } from './actor.ts'
import type { TextureKind } from './texture.ts'

type Nothing = Readonly<Record<string, never>>

/** The events of the audit log and what each tells besides: never a password, token, code, secret or e-mail address. */
export interface AuditDetails {
  'account.created': { username: string }
  'account.renamed': { from: string; to: string }
  'account.email_changed': Nothing
  'account.password_changed': Nothing
  /** With a link that was mailed. */
  'account.password_reset': Nothing
  /** `until` is ISO 8601; null where there is no end, or no reason. */
  'account.suspended': { reason: string | null; until: string | null }
  'account.restored': Nothing
  'account.granted': { role: string }
  'account.ungranted': { role: string }
  'account.deletion_requested': { at: string }
  'account.deletion_cancelled': Nothing
  'account.deleted': { username: string }
  'account.exported': Nothing
  'second_factor.enabled': Nothing
  'second_factor.disabled': Nothing
  'second_factor.recovery_used': Nothing
  'second_factor.recovery_renewed': Nothing
  'passkey.added': { name: string }
  'passkey.removed': { name: string }
  /** The file's SHA-256, as in its address. */
  'texture.set': { texture: TextureKind; hash: string }
  'texture.removed': { texture: TextureKind }
  'session.started': Nothing
  /** How many tokens ended with it. */
  'session.ended': { tokens: number }
  'token.issued': Nothing
  'token.revoked': { tokens: number }
  'grant.given': { client: string; scope: string }
  'grant.revoked': { client: string }
  'client.created': { id: string; name: string }
  'client.deleted': { id: string; name: string }
  'invite.created': { id: string }
  'invite.deleted': { id: string }
  /** An address may have a token in it: its beginning is told, to the port. */
  'webhook.created': { id: string; origin: string }
  'webhook.deleted': { id: string }
  'api_token.created': { id: string; name: string }
  'api_token.deleted': { id: string; name: string }
  'ban.added': { network: string; until: string | null }
  'ban.removed': { network: string }
  /** `stolen`: nothing that the keys before it have signed is accepted any more. */
  'key.rotated': { use: string; kid: string; stolen: boolean }
}

export type AuditEventName = keyof AuditDetails

/** What is to be recorded; `account` is the UUID of the account that it is about. */
export type AuditEvent = {
  [Name in AuditEventName]: { event: Name; account: string | null; details: AuditDetails[Name] }
}[AuditEventName]

/** What happened, for people. */
export const auditEvents: Readonly<Record<AuditEventName, string>> = {
  'account.created': 'account created',
  'account.renamed': 'username changed',
  'account.email_changed': 'e-mail address changed',
  'account.password_changed': 'password changed',
  'account.password_reset': 'password reset by e-mail',
  'account.suspended': 'suspended',
  'account.restored': 'suspension ended',
  'account.granted': 'role granted',
  'account.ungranted': 'role taken away',
  'account.deletion_requested': 'deletion requested',
  'account.deletion_cancelled': 'deletion cancelled',
  'account.deleted': 'account deleted',
  'account.exported': 'data exported',
  'second_factor.enabled': 'second factor turned on',
  'second_factor.disabled': 'second factor turned off',
  'second_factor.recovery_used': 'recovery code used',
  'second_factor.recovery_renewed': 'recovery codes made anew',
  'passkey.added': 'passkey added',
  'passkey.removed': 'passkey removed',
  'texture.set': 'skin or cape set',
  'texture.removed': 'skin or cape removed',
  'session.started': 'signed in',
  'session.ended': 'signed out',
  'token.issued': 'token issued',
  'token.revoked': 'tokens revoked',
  'grant.given': 'application allowed',
  'grant.revoked': 'application removed',
  'client.created': 'application registered',
  'client.deleted': 'application deleted',
  'invite.created': 'invite created',
  'invite.deleted': 'invite revoked',
  'webhook.created': 'webhook created',
  'webhook.deleted': 'webhook deleted',
  'api_token.created': 'API token created',
  'api_token.deleted': 'API token revoked',
  'ban.added': 'client banned from lookups',
  'ban.removed': 'ban removed',
  'key.rotated': 'signing key rotated',
}

export const isAuditEvent = (text: string): text is AuditEventName => Object.hasOwn(auditEvents, text)

/** What a player can repeat without end. The same player's entries of each of these are bounded. */
export const repeatableEvents: ReadonlySet<AuditEventName> = new Set<AuditEventName>([
  'second_factor.enabled',
  'second_factor.disabled',
  'second_factor.recovery_renewed',
  'passkey.added',
  'passkey.removed',
  'texture.set',
  'texture.removed',
  'session.started',
  'session.ended',
  'token.issued',
  'token.revoked',
  'grant.given',
  'grant.revoked',
  'account.exported',
  'account.deletion_requested',
  'account.deletion_cancelled',
])

/** An entry as commands, the API and webhooks show it; the bytes of its JSON are what is sealed. */
export interface AuditEntry {
  /** A UUID of version 7 (RFC 9562) as 32 lower-case hex digits: entries are in the order of their ids. */
  readonly id: string
  /** ISO 8601. */
  readonly at: string
  readonly event: string
  /** UUID. */
  readonly account: string | null
  readonly actor: Pick<Actor, 'id' | 'name'> & { readonly kind: string }
  readonly address: string | null
  readonly details: Readonly<Record<string, unknown>>
}
