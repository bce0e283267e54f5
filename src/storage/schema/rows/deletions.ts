import type { DeletionKind } from '../../../model/records/deletion.ts'

/** Something that was deleted, as it was (docs/decisions/0174-undo.md). */
export interface DeletionRow {
  /** A UUID of version 7, so that later ones sort after it. */
  id: string
  kind: DeletionKind
  /** The name or the id that it had, which another one may have by now. */
  name: string
  /** The name that people see. */
  title: string
  /** Its rows as JSON, encrypted if there is an EncryptionRow. */
  content: string
  /** Until then it can come back. */
  expires_at: number
}

/** A part of it that an account had. */
export interface DeletionPartRow {
  deletion_id: string
  /**
   * `member` of a group; `skin` or `cape` that a player wore from its shelf; `identity` at a provider; `linked` player of a
   * neighbour.
   */
  part: 'member' | 'skin' | 'cape' | 'identity' | 'linked'
  /** The account or, of what is worn and linked, the player. */
  account_id: string
  /** The name of the group, the id of the texture on the shelf, the subject at the provider, or the UUID at the neighbour. */
  key: string
  /**
   * The provider that made the membership; `hidden` for a hidden cape; the name at the provider; the proof and the name of
   * the linked player, separated by a space. Null if there is none.
   */
  more: string | null
  /** When it was linked. Null for what is not. */
  at: number | null
  /** The `credentials_version` of the account, with which alone it is linked again. Null for what is not linked. */
  version: number | null
}
