import type { SkinModel } from '../../model/accounts/account.ts'
import type { Role } from '../../model/accounts/role.ts'
import type { ImportRefusal, Remark } from './reasons.ts'

export class EntryRefused extends Error {
  override name = 'EntryRefused'
  readonly reason: ImportRefusal
  /** The fields or the file that the refusal is about. */
  readonly detail: string | undefined

  constructor(reason: ImportRefusal, detail?: string, options?: ErrorOptions) {
    super(reason, options)
    this.reason = reason
    this.detail = detail
  }
}

/** The account of a character, named by UUID or by the folded username. */
export interface OwnerName {
  column: 'id' | 'username_folded'
  value: string
}

export const shownOwner = (owner: string): string => JSON.stringify(owner.slice(0, 40))

/** An account of another server. Files are named as in the source and lie below its folder. */
export interface ImportedAccount {
  /** Undefined if a new UUID is to be chosen. */
  id: string | undefined
  username: string
  email: string | undefined
  /** Exactly one of this and `password` is defined. */
  passwordHash: string | undefined
  password: string | undefined
  language: string
  totpSecret: string | null
  createdAt: number
  /** When it will be deleted, as its owner asked, in epoch milliseconds. Null if it stays. */
  deletesAt: number | null
  /** The account of a character, which then has nothing of what only accounts have. */
  owner: OwnerName | undefined
  /** True if this is the player that the email address of its account signs in. */
  isPrimary: boolean
  /** All names with the instants at which they were taken, the oldest first. The last one is the username. */
  names: { username: string; changedAt: number }[]
  /** Names that nobody else may take until then, unless they are in use. */
  heldNames: { name: string; until: number }[]
  suspension: { until: number | null; reason: string | null } | undefined
  roles: readonly Role[]
  /** The names of its groups. Groups that do not exist are created. */
  groups: readonly string[]
  /** The owner's identities, each at another provider. */
  linked: readonly { provider: string; subject: string }[]
  /** Without a model, it is guessed from the pixels. */
  skin: { file: string; model: SkinModel | undefined } | undefined
  cape: { file: string } | undefined
  /** If true, a picture that can't be used is dropped with a remark. Otherwise the account is refused. */
  arePicturesOptional?: true
}

/**
 * An entry of a source under its number, which is that of a line or row. Entries of one user follow each other.
 * `position` tells how far the source has been read, in its own unit.
 */
export type ImportEntry = { number: number; position: number; name?: string; user?: string } & (
  | { account: ImportedAccount; remarks?: readonly Remark[]; details?: Partial<Record<Remark, string>> }
  | { refused: EntryRefused; username?: string }
)
