import type { CountedGroup } from '../domain/community/groups.ts'
import type { Group, GroupMember } from '../model/community/group.ts'

/** Returns a group as commands and the API list it. */
export const shownGroup = ({ name, title, colour, members }: CountedGroup) => ({
  name,
  title,
  colour,
  members,
})

/** Returns a group with its members by name. */
export const shownGroupDetails = ({ group, members }: { group: Group; members: readonly GroupMember[] }) => ({
  name: group.name,
  title: group.title,
  colour: group.colour,
  members: members.map(({ id, username }) => ({ id, username })),
})
