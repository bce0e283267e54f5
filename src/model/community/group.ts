/** A group of players chosen by an operator, such as the staff. */
export interface Group {
  /** Identifies the group in commands, URLs and claims. It never changes. */
  name: string
  /** The name that people see. */
  title: string
  /** `#rrggbb`, or null if no colour was chosen. */
  colour: string | null
  /** The number of players that each member may have, the account's own included. Null if the setting decides. */
  characters: number | null
  /** Epoch milliseconds. */
  createdAt: number
}

/** A member of a group, as a list shows them. */
export interface GroupMember {
  id: string
  username: string
}

export const groupNamePattern = '^[a-z0-9][a-z0-9-]{0,31}$'

const namePattern = new RegExp(groupNamePattern)

export const isGroupName = (text: string): boolean => namePattern.test(text)

/** Parses a colour, with or without `#` and in any letter case, into the stored form, or returns undefined. */
export function readColour(text: string): string | undefined {
  const [, digits] = /^#?([0-9a-f]{6})$/i.exec(text) ?? []
  return digits === undefined ? undefined : `#${digits.toLowerCase()}`
}

/** The most groups that there may be, because a list of groups counts the members of each. */
export const maxGroups = 1000

/** The most groups that one list may name. A longer list can be replaced by a group of its own. */
export const maxGroupsNamed = 32
