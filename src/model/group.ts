/** Players whom an operator has put together, such as the staff. */
export interface Group {
  /** Identifies it in commands, addresses and claims; it never changes. */
  name: string
  /** For people. */
  title: string
  /** `#rrggbb`; null where none was chosen. */
  colour: string | null
  /** Epoch milliseconds. */
  createdAt: number
}

/** A person in a list of members. */
export interface GroupMember {
  id: string
  username: string
}

export const groupNamePattern = '^[a-z0-9][a-z0-9-]{0,31}$'

const namePattern = new RegExp(groupNamePattern)

export const isGroupName = (text: string): boolean => namePattern.test(text)

/** A colour as it is stored, with or without `#` and in any letter case; undefined for what is none. */
export function readColour(text: string): string | undefined {
  const [, digits] = /^#?([0-9a-f]{6})$/i.exec(text) ?? []
  return digits === undefined ? undefined : `#${digits.toLowerCase()}`
}

/** Whoever names more groups than this in one place may as well make one of them. */
export const maxGroupsNamed = 32
