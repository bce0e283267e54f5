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

/** Returns true if the account may be suspended by this holder. Moderators may not suspend holders of a role. */
export const maySuspend = (by: Holder, account: Holder): boolean =>
  isAdministrator(by) || (hasRole(by) && !hasRole(account))
