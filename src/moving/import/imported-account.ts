import type { SkinModel } from '../../model/account.ts'
import type { Role } from '../../model/role.ts'
import type { ImportRefusal, Remark } from './reasons.ts'

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
  /** Names that nobody else can take until then, where they are free. */
  heldNames: { name: string; until: number }[]
  suspension: { until: number | null; reason: string | null } | undefined
  roles: readonly Role[]
  /** Their names; one that is not there yet is made. */
  groups: readonly string[]
  /** Without a model it is guessed from the pixels. */
  skin: { file: string; model: SkinModel | undefined } | undefined
  cape: { file: string } | undefined
  /** A picture that can't be used is left out, with a remark; otherwise it refuses the account. */
  arePicturesOptional?: true
}

/**
 * What a source has under one number: its line or its row; those of one user follow each other.
 * `position` is how far the source is read, in its own unit.
 */
export type ImportEntry = { number: number; position: number; name?: string; user?: string } & (
  | { account: ImportedAccount; remarks?: readonly Remark[] }
  | { refused: EntryRefused }
)
