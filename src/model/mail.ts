import type { Role } from './role.ts'
import type { TextureKind } from './texture.ts'

/** A notice to the owner of an account about something that they may not have done themselves. */
export type Notice =
  | { about: 'password_changed' | 'email_changed' | 'restored' | 'deletion_cancelled' }
  | { about: 'second_factor_enabled' | 'second_factor_disabled' | 'recovery_codes_renewed' }
  /** Somebody else gave the account this e-mail address: the notice goes to it. */
  | { about: 'email_set' }
  | { about: 'renamed'; from: string; to: string }
  | { about: 'role_granted'; role: Role }
  | { about: 'role_removed'; role: Role }
  | { about: 'texture_set'; texture: TextureKind }
  | { about: 'texture_removed'; texture: TextureKind }
  /** Somebody else ended sessions or launcher tokens. */
  | { about: 'signed_out' | 'deleted' }
  /** As its owner calls it. */
  | { about: 'passkey_added'; name: string }
  | { about: 'passkey_removed'; name: string }
  /** How many are left. */
  | { about: 'recovery_code_used'; left: number }
  /** Epoch milliseconds; no `until` where there is no end. */
  | { about: 'suspended'; reason?: string; until?: number }
  | { about: 'deletion_requested'; at: number }
  /** Moved in from another program: the usernames of the other accounts that were one user's there. */
  | { about: 'players_separated'; others: readonly string[] }
  /** The browser's or launcher's User-Agent. */
  | { about: 'new_device'; device: string; address: string }

/** What a mail says, in no language yet. A token is the last part of its link's path. */
export type MailContent =
  | { kind: 'register' | 'recover' | 'email'; username: string; token: string }
  /** Somebody tried to register an address that an account has. */
  | { kind: 'registered'; username: string }
  /** With a token where a link undoes what it tells of. */
  | { kind: 'notice'; username: string; notice: Notice; token?: string | undefined }

export type MailKind = MailContent['kind']

/** Whom it is for: an account, or who wants to have one. */
export interface Recipient {
  /** The e-mail address. */
  email: string
  /** A language code. */
  language: string
}
