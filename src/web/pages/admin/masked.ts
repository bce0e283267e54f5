// Moderators know players by their names: they see neither whole addresses of email and networks, nor any of people
// with a role.
import type { Account } from '../../../model/accounts/account.ts'
import { hasRole, isAdministrator } from '../../../model/accounts/role.ts'

/** The longest address of a list. The page of its account has all of it. */
const listed = 48
const atEnd = 20

const shortened = (email: string): string =>
  email.length > listed ? `${email.slice(0, listed - atEnd)}…${email.slice(-atEnd)}` : email

/** Returns an email address as this viewer sees it on the page of the account. */
export function emailFor(viewer: Account, { email, ...owner }: Account): string | undefined {
  if (email === undefined || isAdministrator(viewer) || owner.id === viewer.id) return email
  return hasRole(owner) ? undefined : `${email.slice(0, 1)}…${email.slice(email.lastIndexOf('@'))}`
}

/** Returns an email address as this viewer sees it in a list. */
export function listedEmail(viewer: Account, owner: Account): string | undefined {
  const email = emailFor(viewer, owner)
  return email === undefined ? undefined : shortened(email)
}

/** Returns the address of a client as this viewer sees it; undefined if not at all. `owner` is unknown without an account. */
export function addressFor(
  viewer: Account,
  owner: Pick<Account, 'id' | 'roles'> | undefined,
  address: string,
): string | undefined {
  if (isAdministrator(viewer) || owner?.id === viewer.id) return address
  if (owner && hasRole(owner)) return undefined
  const [separator, kept] = address.includes(':') ? [':', 3] : ['.', 2]
  return `${address.split(separator).slice(0, kept).join(separator)}${separator}…`
}
