/** `admin` may do everything. `moderator` sees accounts and the audit log, and suspends and restores players. */
export const roles = ['admin', 'moderator'] as const

export type Role = (typeof roles)[number]

export const isRole = (text: string): text is Role => roles.some((role) => role === text)

/** Returns roles as they are stored: always in the same order, separated by spaces. Returns null if there are none. */
export const rolesText = (held: readonly Role[]): string | null =>
  roles.filter((role) => held.includes(role)).join(' ') || null

export const readRoles = (text: string | null): readonly Role[] => (text ?? '').split(' ').filter(isRole)

interface Holder {
  readonly roles: readonly Role[]
}

export const isAdministrator = ({ roles }: Holder): boolean => roles.includes('admin')

/** Returns true if the holder has the role. Administrators have every role. */
export const mayAs = (holder: Holder, role: Role): boolean =>
  isAdministrator(holder) || holder.roles.includes(role)

/** Returns true if the holder may open any page of administration. */
export const hasRole = ({ roles }: Holder): boolean => roles.length > 0

/** Why a moderator may not suspend or restore somebody: the account has a role, or an administrator suspended it. */
export type SuspensionBar = 'holder' | 'administrator'

/**
 * Returns why this holder may not suspend or restore an account, or a visitor that is linked to the account, or undefined
 * if nothing is in the way.
 */
export function suspensionBar(
  by: Holder,
  account: Holder,
  suspension: { by: Role | undefined } | undefined,
): SuspensionBar | undefined {
  if (isAdministrator(by)) return undefined
  if (hasRole(account)) return 'holder'
  return suspension?.by === 'admin' ? 'administrator' : undefined
}
