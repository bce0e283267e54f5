/** `admin` may do everything; `moderator` sees accounts and the audit log, and suspends and restores players. */
export const roles = ['admin', 'moderator'] as const

export type Role = (typeof roles)[number]

export const isRole = (text: string): text is Role => roles.some((role) => role === text)

/** As they are stored: in one order, with a space between two. */
export const rolesText = (held: readonly Role[]): string | null =>
  roles.filter((role) => held.includes(role)).join(' ') || null

export const readRoles = (text: string | null): readonly Role[] => (text ?? '').split(' ').filter(isRole)

interface Holder {
  readonly roles: readonly Role[]
}

export const isAdministrator = ({ roles }: Holder): boolean => roles.includes('admin')

/** Administrators have every role. */
export const mayAs = (holder: Holder, role: Role): boolean =>
  isAdministrator(holder) || holder.roles.includes(role)

/** Whether somebody may open the pages of administration at all. */
export const hasRole = ({ roles }: Holder): boolean => roles.length > 0

/** A moderator does nothing to who has a role of his own. */
export const maySuspend = (by: Holder, account: Holder): boolean =>
  isAdministrator(by) || (hasRole(by) && !hasRole(account))
