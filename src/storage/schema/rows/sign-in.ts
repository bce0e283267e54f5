import type { OneTimeLinkPurpose } from '../../../model/accounts/one-time-link.ts'
import type { Flag } from '../../engine/flags.ts'

/** A device from which an account was signed in (docs/decisions/0053-work-and-new-devices.md). */
export interface KnownDeviceRow {
  account_id: string
  /** A keyed digest of its User-Agent without versions, and its network. */
  digest: string
  /** Up to a day late. */
  seen_at: number
}

export interface UsedTotpStepRow {
  account_id: string
  step: number
}

/** A code that replaces one of the authenticator app once. */
export interface RecoveryCodeRow {
  account_id: string
  /** An HMAC in hex. Its key is the account's TOTP secret. */
  digest: string
}

/** A passkey with which a browser or phone signs in (WebAuthn). */
export interface PasskeyRow {
  /** The credential's id in base64url. */
  id: string
  account_id: string
  /** The name that its owner chose. Names of one account differ. */
  name: string
  /** COSE (RFC 9053) in base64url. */
  public_key: string
  /** The number of signatures, as the authenticator reports it. 0 if it does not count. */
  counter: number
  /** Set if it may be kept on several devices, which count each for itself. */
  backup_eligible: Flag
  created_at: number
  last_used_at: number | null
}

/** An emailed link that removes a new factor again. */
export interface FactorUndoRow {
  /** The SHA-256 of its token. */
  digest: string
  account_id: string
  /** Null for the authenticator app. */
  passkey_id: string | null
  /** When the account got the factor. The link does not apply to another one. */
  since: number
  expires_at: number
}

/** A link sent by email that undoes a new email address, a linked player, an app password or new recovery codes. */
export interface ChangeUndoRow {
  /** The SHA-256 of its token. */
  digest: string
  account_id: string
  /** The address that the account had before. Null for anything else. */
  email: string | null
  /** The linked player. Null for anything else. */
  neighbour_id: string | null
  player_id: string | null
  /** Null for anything else. */
  app_password_id: string | null
  /** The provider of a linked identity. Null for anything else. For recovery codes all of these are. */
  provider: string | null
  /**
   * When it was changed. The link does not apply to a player that was linked again later, and not to codes of an app
   * that was set up later.
   */
  since: number
  expires_at: number
}

/** A challenge that was used and is no longer valid. */
export interface UsedChallengeRow {
  /** SHA-256 in hex. */
  digest: string
  expires_at: number
}

/** A link to choose a new password. */
export interface RecoveryRow {
  /** The SHA-256 of its token. */
  digest: string
  /** The nil UUID if no account has the email address, so that both cases take the same time. */
  account_id: string
  /** The account's version when it was requested. A new password ends all earlier links. */
  secrets_version: number
  /** The address to which the link was sent. A change of the address ends it. Null if no account has it. */
  email_folded: string | null
  expires_at: number
}

/** The code with which the first administrator is made. */
export interface SetupCodeRow {
  /** SHA-256 of the code. */
  digest: string
  expires_at: number
}

/** A link by which an administrator lets a player choose a password, or replace the second factor. */
export interface OneTimeLinkRow {
  /** SHA-256 of its token. */
  digest: string
  /** An account has one link at most. */
  account_id: string
  purpose: OneTimeLinkPurpose
  /** The account's when the link was made. */
  credentials_version: number
  secrets_version: number
  /** The account's roles when the link was made; empty for none. */
  roles: string
  maker_kind: 'account' | 'cli' | 'api' | 'system'
  /** The id of the API token or of the account; null for a command. */
  maker_id: string | null
  expires_at: number
}
