import type { Role } from '../../../model/accounts/role.ts'
import type { Flag } from '../../engine/flags.ts'

export interface AccountRow {
  /** 32 lower-case hex digits. */
  id: string
  username: string
  /** `fold(username)`. It is unique, and names are looked up by it. */
  username_folded: string
  /** `offlineUuid(username)`, for NORN_OFFLINE_SKINS. Null until the service has filled in a row of an earlier release. */
  offline_uuid: string | null
  /** `offlineUuid(username_folded)`. */
  offline_uuid_lower: string | null
  /** Null if `email_folded` is null. */
  email: string | null
  email_folded: string | null
  /**
   * The folded email address that the owner has confirmed by a link. It is valid while it equals `email_folded`, so
   * every change of the address ends it (docs/decisions/0052-confirmed-email.md).
   */
  email_confirmed: string | null
  password_hash: string
  /** Incremented by everything that ends all credentials of the account: a signout, a new password, a suspension. */
  credentials_version: number
  /** Incremented by changes of what proves the account: a new password, a new second factor. */
  secrets_version: number
  language: string
  /** Base32 (RFC 4648), encrypted if there is an EncryptionRow. Null while the second factor is off. */
  totp_secret: string | null
  /** When the app was turned on. Null while it is off. */
  totp_since: number | null
  /** The SHA-256 of the skin file in hex. Null if there is none. */
  skin_hash: string | null
  skin_model: 'default' | 'slim' | null
  cape_hash: string | null
  /** The cape that its owner took off for a while. It is set only while `cape_hash` is null. */
  hidden_cape: string | null
  suspended_at: number | null
  /** Null for a suspension without an end. */
  suspended_until: number | null
  suspension_reason: string | null
  /** The role as which somebody suspended it. Null if it never was, or an import brought the suspension. */
  suspended_by: Role | null
  created_at: number
  /** When the account will be deleted, as its owner wants. Null if not. Until then, lookups do not find it. */
  deletes_at: number | null
  /** Words of model/accounts/role.ts, separated by spaces. Null if it has none. */
  roles: string | null
  /**
   * The names of its groups, separated by spaces, as triggers keep them. Null if it is in none. A character has those of
   * its owner, like the language.
   */
  group_names: string | null
  /** The account that signs in this character (docs/decisions/0131-characters-are-accounts.md). Null for an account. */
  owner_id: string | null
  /** The player that the account's email address signs in. Null for its own player, and in characters. */
  primary_id: string | null
  /** Set if the player uses the friends list. Null for what NORN_FRIENDS says. */
  friends_list: Flag | null
  /** Set if others may ask the player to be a friend. Null for what NORN_FRIENDS says. */
  friend_requests: Flag | null
  /** Since when none of its players may upload. Null in characters, which have their account's. */
  uploads_suspended_at: number | null
  uploads_suspended_reason: string | null
  /** The version of the rules that its owner accepted last. Null in characters, and if none were. */
  rules_version: string | null
  rules_accepted_at: number | null
}

/** The only owner of a name (docs/decisions/0061-a-name-has-one-owner.md). */
export interface NameClaimRow {
  /** `fold(name)`. */
  name_key: string
  /** Triggers on `account` write the rows of kind `account`. */
  kind: 'account' | 'held' | 'visitor'
  /** The account that has or had the name. One that had it may be deleted. Null for the name of a visitor. */
  account_id: string | null
  /** When the hold ends. Null for a name that is not held. */
  until: number | null
  /** The UUID of the visitor that has or had the name. */
  visitor_id: string | null
}

/** A deleted account, whose UUID is not used again (docs/decisions/0062-uuids-of-deleted-accounts.md). */
export interface DeletedAccountRow {
  id: string
}

export interface UsernameHistoryRow {
  account_id: string
  username: string
  /** When the account took this name. */
  changed_at: number
}

/** An email address that the account gets when the link that was sent to it is opened. */
export interface EmailChangeRow {
  /** The SHA-256 of the link's token in hex. */
  digest: string
  account_id: string
  /** The account's version when it was requested. With a new password, the link becomes invalid. */
  secrets_version: number
  email: string
  expires_at: number
  /** The version of the session that requested it, with which the link ends. Null if an earlier release wrote it. */
  credentials_version: number | null
}

/**
 * A registration that waits for its email address to be confirmed. Several may wait for one name, and the first one
 * confirmed gets it.
 */
export interface RegistrationRow {
  /** The SHA-256 of the link's token. */
  digest: string
  username: string
  username_folded: string
  email: string
  email_folded: string
  password_hash: string
  language: string
  /** The invite it used, which may have been deleted since. */
  invite_id: string | null
  expires_at: number
  /** The SHA-256 of the cookie of the browser that registered. */
  browser: string
  /** The widest network of its client's address. */
  network: string
  /** The group of its invite. Null if there is none. */
  group_name: string | null
  /** The provider that proved its person. Null if it has a password. */
  provider: string | null
  /** The id and the name of the person at the provider. */
  subject: string | null
  provider_name: string | null
  /** The provider's word about groups, as JSON (WaitingGroups). Null if there was none. */
  said_groups: string | null
  /** The version of the rules that its person has accepted. Null if there were none. */
  rules_version: string | null
  rules_accepted_at: number | null
}

export interface InviteRow {
  id: string
  /** Encrypted if there is an EncryptionRow. */
  code: string
  /** The SHA-256 of the code in hex. */
  digest: string
  /** The number of registrations that are left. */
  uses: number
  created_at: number
  /** Null if it has no end. */
  expires_at: number | null
  /** The group that its users become members of, which may have been deleted since. Null if there is none. */
  group_name: string | null
}
