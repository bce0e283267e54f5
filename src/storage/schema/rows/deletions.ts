import type { DeletionKind } from '../../../model/records/deletion.ts'

/** Something that was deleted, as it was (docs/decisions/0174-undo.md). */
export interface DeletionRow {
  /** A UUID of version 7, so that later ones sort after it. */
  id: string
  kind: DeletionKind
  /** What identified it, which another one may have by now. */
  name: string
  /** What people called it. */
  title: string
  /** Its rows as JSON, encrypted if there is an EncryptionRow. */
  content: string
  /** Until then it can come back. */
  expires_at: number
}

/** What an account had of it. */
export interface DeletionPartRow {
  deletion_id: string
  /** `member` of a group; `skin` or `cape` that a player wore from its shelf. */
  part: 'member' | 'skin' | 'cape'
  /** The account or, of what is worn, the player. */
  account_id: string
  /** The name of the group, or the id of the texture on the shelf. */
  key: string
  /** The provider that made the membership; `hidden` for a hidden cape. Null otherwise. */
  more: string | null
}
