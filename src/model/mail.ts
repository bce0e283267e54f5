/** What an account is told of, since somebody else may have done it. */
export type Notice =
  | { about: 'password_changed' | 'email_changed' | 'restored' | 'deletion_cancelled' }
  | { about: 'second_factor_enabled' | 'second_factor_disabled' | 'recovery_codes_renewed' }
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
  | { kind: 'notice'; username: string; notice: Notice }

export type MailKind = MailContent['kind']

/** Whom it is for: an account, or who wants to have one. */
export interface Recipient {
  /** The e-mail address. */
  email: string
  /** A language code. */
  language: string
}
