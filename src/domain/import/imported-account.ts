import type { SkinModel } from '../../model/account.ts'

/** Why an entry of an import is refused; src/cli/import-refusals.ts has the sentences. */
export type ImportRefusal =
  | 'line_too_long'
  | 'line_no_json'
  | 'line_incomplete'
  | 'line_text_unstorable'
  | 'fields_unknown'
  | 'id_malformed'
  | 'username_malformed'
  | 'email_malformed'
  | 'language_malformed'
  | 'password_missing'
  | 'password_malformed'
  | 'password_hash_unknown'
  | 'password_hash_costly'
  | 'password_salt_misplaced'
  | 'totp_secret_malformed'
  | 'instant_malformed'
  | 'instant_in_seconds'
  | 'username_history_malformed'
  | 'suspension_contradictory'
  | 'skin_model_unknown'
  | 'skin_missing'
  | 'file_outside'
  | 'file_unreadable'
  | 'texture_malformed'
  | 'texture_animated'
  | 'texture_size_unknown'
  | 'texture_too_large'
  | 'id_taken'
  | 'username_taken'
  | 'email_taken'

export class EntryRefused extends Error {
  override name = 'EntryRefused'
  readonly reason: ImportRefusal
  /** Which fields, or which file. */
  readonly detail: string | undefined

  constructor(reason: ImportRefusal, detail?: string, options?: ErrorOptions) {
    super(reason, options)
    this.reason = reason
    this.detail = detail
  }
}

/** An account of another server. Files are named as the source names them, below the source's folder. */
export interface ImportedAccount {
  /** Undefined where one is to be made. */
  id: string | undefined
  username: string
  email: string | undefined
  /** Either this or `password` is defined, never both. */
  passwordHash: string | undefined
  password: string | undefined
  language: string
  totpSecret: string | null
  createdAt: number
  /** Every name with the instant of its change, the oldest first; the last is the username. */
  names: { username: string; changedAt: number }[]
  suspension: { until: number | null; reason: string | null } | undefined
  /** Without a model it is guessed from the pixels. */
  skin: { file: string; model: SkinModel | undefined } | undefined
  cape: { file: string } | undefined
}

/** What a source has under one number: its line or its row. `position` is how far the source is read, in its own unit. */
export type ImportEntry = { number: number; position: number } & (
  | { account: ImportedAccount }
  | { refused: EntryRefused }
)
