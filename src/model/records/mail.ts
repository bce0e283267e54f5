import type { Role } from '../accounts/role.ts'
import type { TextureKind } from '../game/texture.ts'

/** A notice to the owner of an account about something that somebody else may have done. */
export type Notice =
  | { about: 'password_changed' | 'email_changed' | 'restored' | 'deletion_cancelled' }
  | { about: 'second_factor_enabled' | 'second_factor_disabled' }
  | { about: 'recovery_codes_renewed' | 'recovery_codes_removed' }
  /** A link that an administrator made was used. */
  | { about: 'password_link_used' | 'factor_link_used' }
  /** Somebody else gave the account this email address. The notice is sent to it. */
  | { about: 'email_set' }
  | { about: 'renamed'; from: string; to: string }
  | { about: 'role_granted'; role: Role }
  | { about: 'role_removed'; role: Role }
  | { about: 'texture_set'; texture: TextureKind }
  | { about: 'texture_removed'; texture: TextureKind }
  /** Moderators have taken it off all who wore it. */
  | { about: 'texture_taken_down'; texture: TextureKind; reason?: string }
  | { about: 'uploads_suspended'; reason?: string }
  | { about: 'uploads_allowed' }
  /** Somebody else ended sessions or launcher tokens. */
  | { about: 'signed_out' | 'deleted' }
  /** The name that the owner gave to the passkey. */
  | { about: 'passkey_added'; name: string }
  | { about: 'passkey_removed'; name: string }
  /** The name that the owner gave to the app password. */
  | { about: 'app_password_created'; name: string }
  | { about: 'app_password_deleted'; name: string }
  /** A player of a neighbour, by the name there. */
  | { about: 'linked' | 'unlinked'; name: string; neighbour: string }
  /** Somebody at a provider of sign-ins, by the name there. */
  | { about: 'identity_linked' | 'identity_unlinked'; name: string; provider: string }
  /** The number of codes that are left. */
  | { about: 'recovery_code_used'; left: number }
  /** Epoch milliseconds. There is no `until` if the suspension has no end. */
  | { about: 'suspended'; reason?: string; until?: number }
  | { about: 'deletion_requested'; at: number }
  /** A character alone, whose name this is. */
  | { about: 'character_suspended'; name: string; reason?: string; until?: number }
  | { about: 'character_deletion_requested'; name: string; at: number }
  | { about: 'character_restored' | 'character_deletion_cancelled' | 'character_deleted'; name: string }
  /** The account was imported. `others` are the usernames of the accounts made from the same user's other players. */
  | { about: 'players_separated'; others: readonly string[] }
  /** The account is now a character of another one, whose name this is. */
  | { about: 'joined'; owner: string }
  /** The account has a character more, or less, whose name this is. */
  | { about: 'character_joined' | 'character_parted'; name: string }
  /** The character is an account of its own, with this email address. */
  | { about: 'parted' }
  /** The User-Agent of the browser or launcher. */
  | { about: 'new_device'; device: string; address: string }

/** The content of an email, independent of language. A token is the last part of the path of its link. */
export type MailContent =
  | { kind: 'register' | 'recover' | 'email'; username: string; token: string }
  /** A code of six digits, which proves its reader. */
  | { kind: 'code'; username: string; token: string }
  /** Somebody tried to register an email address that an account already has. */
  | { kind: 'registered'; username: string }
  /** `token` is set if a link can undo what the notice reports. */
  | { kind: 'notice'; username: string; notice: Notice; token?: string | undefined }

export type MailKind = MailContent['kind']

/** The place of an email that tests the configuration, or the reason why it was not sent. */
export type SentTest = { file: string } | { server: string } | { problem: string }

/** The result of a test as it is kept: a mail server has accepted it, it is a file, or neither. */
export type TestResult = 'accepted' | 'written' | 'failed'

export const resultOf = (sent: SentTest): TestResult =>
  'server' in sent ? 'accepted' : 'file' in sent ? 'written' : 'failed'

/** The recipient of an email: the owner of an account, or somebody who wants to create one. */
export interface Recipient {
  email: string
  /** A language code. */
  language: string
}
