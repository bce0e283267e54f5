/** The reasons for which an entry of an import is refused. Their texts are in src/cli/moving/import-refusals.ts. */
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
  | 'held_names_malformed'
  | 'suspension_contradictory'
  | 'suspension_reason_malformed'
  | 'roles_unknown'
  | 'groups_malformed'
  | 'groups_too_many'
  | 'linked_malformed'
  | 'linked_too_many'
  | 'provider_unknown'
  | 'subject_taken'
  | 'skin_model_unknown'
  | 'skin_missing'
  | 'file_outside'
  | 'file_unreadable'
  | 'texture_malformed'
  | 'texture_animated'
  | 'texture_size_unknown'
  | 'texture_too_large'
  | 'texture_taken_down'
  | 'id_taken'
  | 'username_taken'
  | 'username_held'
  | 'username_reserved'
  | 'email_taken'
  | 'account_only'
  | 'owner_unknown'
  | 'owner_is_character'
  | 'primary_taken'
  | 'character_limit'

/** The parts of an account that are left out, with a remark, where the source has them in an unusable form. */
export type LeftOut = Extract<
  ImportRefusal,
  | 'email_malformed'
  | 'language_malformed'
  | 'password_hash_unknown'
  | 'password_hash_costly'
  | 'password_salt_misplaced'
  | 'totp_secret_malformed'
  | 'instant_malformed'
  | 'username_history_malformed'
  | 'suspension_reason_malformed'
>

/** Why a picture is left out. */
export type PictureRefusal = Extract<ImportRefusal, `file_${string}` | `texture_${string}`>

export const isOfPicture = (reason: ImportRefusal | Remark): reason is PictureRefusal =>
  /^(?:file|texture)_/.test(reason)

/** Remarks that the operator or a player should read about an imported account. */
export type Remark = LeftOut | PictureRefusal | SourceRemark

/** An unreadable file of a source, or an unreadable entry in it (counted from 1). It is left out. */
export interface Finding {
  file: string
  entry?: number
  /** The name of the player, if the entry has one. */
  name?: string
  problem: 'file_empty' | 'file_broken' | 'file_closed' | 'file_other' | 'entry_malformed'
}

/** Remarks that arise only for accounts from another program. */
export type SourceRemark =
  | 'administrator'
  | 'operator'
  | 'email_shared'
  | 'login_changed'
  | 'one_of_several'
  | 'character'
  | 'account_unsure'
  | 'no_password'
  | 'single_sign_on'
  | 'issuer_unknown'
  | 'subject_of_application'
  | 'identity_unusable'
  | 'id_made'
  | 'deleted_there'
  | 'ban_unreadable'
  | 'ban_reason_shortened'
  | 'created_unreadable'
  | 'password_ambiguous'
  | 'password_method_unknown'
  | 'salt_missing'

/** The remarks that are about a player. The others are about what its account has. */
export const remarksOnPlayers: ReadonlySet<Remark> = new Set<Remark>([
  'instant_malformed',
  'username_history_malformed',
  'operator',
  'id_made',
  'created_unreadable',
])

/** Data of another program that can't be imported. */
export type SkippedData =
  | 'users_without_player'
  | 'players_without_user'
  | 'identities'
  | 'invites'
  | 'sessions'
  | 'name_changes'
  | 'positions'
  | 'addresses'
  | 'closets'
  | 'scores'
  | 'applications'
  | 'bans_of_others'
