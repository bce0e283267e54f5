import { accountKey } from '../../model/accounts/account.ts'
import { unusableHash } from '../../passwords/passwords.ts'
import type { AccountFields } from './fields.ts'
import { EntryRefused, type ImportedAccount, type OwnerName } from './imported-account.ts'

/** The fields of accounts that no character has. */
const ofAccounts = [
  'email',
  'passwordHash',
  'passwordSalt',
  'password',
  'language',
  'totpSecret',
  'roles',
  'groups',
  'linked',
] as const satisfies (keyof AccountFields)[]

/** Returns how a line names its owner, or undefined for an account. Throws EntryRefused. */
export function ownerOf(fields: AccountFields): OwnerName | undefined {
  const { owner } = fields
  if (owner == null) return undefined
  const given = ofAccounts.filter((field) => fields[field] != null)
  if (given.length > 0) throw new EntryRefused('account_only', given.join(', '))
  const key = accountKey(owner)
  // An email address names its primary player, which may be another one by now.
  if (!key || key.column === 'email_folded') throw new EntryRefused('owner_unknown', shownOwner(owner))
  return { column: key.column, value: key.value }
}

export const shownOwner = (owner: string): string => JSON.stringify(owner.slice(0, 40))

/** Returns a player of a user as a character of the account that another of the user's players is. */
export const asCharacter = (player: ImportedAccount): ImportedAccount => ({
  ...player,
  email: undefined,
  passwordHash: unusableHash,
  password: undefined,
  totpSecret: null,
  // The suspension is that of the user, and so of the account.
  suspension: undefined,
  roles: [],
  groups: [],
  linked: [],
})
