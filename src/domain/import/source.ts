import type { AccountFields } from './fields.ts'
import type { ImportRefusal } from './imported-account.ts'

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

export interface SourcePlayer {
  fields: AccountFields
  remarks: Remark[]
}

/** Another program's accounts. */
export interface Source {
  /** How many players there are, as far as that is known. */
  total: number | undefined
  players: AsyncIterable<SourcePlayer>
  /** How many of what stays behind; complete once the players are read. */
  left: Map<LeftBehind, number>
}
