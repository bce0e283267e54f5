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
  | 'roles_unknown'
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

/** What the operator, or a player, should know of an account that is imported. */
export type Remark = ImportRefusal | SourceRemark

/** The remarks that only another program's accounts give rise to. */
export type SourceRemark =
  | 'administrator'
  | 'email_shared'
  | 'login_changed'
  | 'one_of_several'
  | 'no_password'
  | 'id_made'
  | 'deleted_there'

/** What another program keeps that has no place here. */
export type LeftBehind =
  | 'users_without_player'
  | 'identities'
  | 'invites'
  | 'sessions'
  | 'name_changes'
  | 'positions'
  | 'addresses'
  | 'closets'
  | 'scores'
  | 'applications'
