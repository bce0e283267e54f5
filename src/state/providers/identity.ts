import { isPrintable, lineOf } from '../../lib/text/printable.ts'
import type { Provider, ProviderIdentity } from '../../model/community/provider.ts'
import { ExchangeFailed } from './exchange-failed.ts'
import type { Claims } from './tokens.ts'

/** For names, addresses and subjects, in UTF-16 code units. */
const maxLength = 254

const maxGroups = 500

/** Returns the value of a claim by its name, or else at a path of names with dots between them. */
export function claimAt(claims: unknown, path: string): unknown {
  const own = memberOf(claims, path)
  if (own !== undefined || !path.includes('.')) return own
  return path.split('.').reduce(memberOf, claims)
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Claims)[name]
    : undefined

/**
 * Returns the key of a person. Nothing of it is cut or left out, since what is left could be somebody else's. Throws
 * ExchangeFailed `unproved`.
 */
export function subjectOf(said: unknown): string {
  // Above, several numbers are read as one.
  const text = Number.isSafeInteger(said) ? String(said) : said
  if (typeof text === 'string' && text !== '' && text.length <= maxLength && isPrintable(text)) return text
  throw new ExchangeFailed('unproved', 'no usable subject')
}

/** Returns a name, without what could deceive where it is shown. */
export const nameIn = (said: unknown): string | undefined =>
  typeof said === 'string' ? lineOf(said, maxLength) || undefined : undefined

/** Returns an address as it is, or none: after a change it would be another one. */
export const emailIn = (said: unknown): string | undefined =>
  typeof said === 'string' && said !== '' && said.length <= maxLength && isPrintable(said) ? said : undefined

/** Returns the values of a claim: an array of texts, or one text. Undefined for any other form, or for too many. */
export function groupsIn(said: unknown): readonly string[] | undefined {
  const values = typeof said === 'string' ? [said] : said
  const isUsable =
    Array.isArray(values) &&
    values.length <= maxGroups &&
    values.every((value): value is string => typeof value === 'string')
  return isUsable ? values.map((value) => lineOf(value, maxLength)).filter(Boolean) : undefined
}

/** The claim that says whether an address was confirmed: `email_verified` for `email`. */
export const verifiedClaim = (email: string): string => `${email}_verified`

/** Some providers send booleans as text. */
export const isTrue = (said: unknown): boolean => said === true || said === 'true'

/** Returns who somebody is, given a function that returns a claim by its name or path. */
export function identityBy(
  { claims: { username, email, groups }, preset }: Pick<Provider, 'claims' | 'preset'>,
  subject: string,
  at: (path: string) => unknown,
): ProviderIdentity {
  const address = email === null ? undefined : emailIn(at(email))
  // Microsoft's addresses are what an administrator of any tenant has written there.
  const isProving = address !== undefined && email !== null && preset !== 'microsoft'
  return {
    subject,
    username: nameIn(at(username)),
    email: address,
    isEmailVerified: isProving && isTrue(at(verifiedClaim(email))),
    groups: groups === null ? undefined : groupsIn(at(groups)),
    authenticatedAt: undefined,
    isInGuild: undefined,
  }
}
