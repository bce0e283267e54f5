import type { CountedGroup } from '../domain/community/groups.ts'
import type { Group, GroupMember } from '../model/community/group.ts'
import { shownFields } from '../model/fields/field.ts'
import { groupFields } from '../model/fields/group.ts'

/** Returns a group as commands and the API list it. */
export const shownGroup = (group: CountedGroup) => ({
  name: group.name,
  ...shownFields(groupFields, group),
  members: group.members,
})

/** Returns a group with its members by name. */
export const shownGroupDetails = ({ group, members }: { group: Group; members: readonly GroupMember[] }) => ({
  name: group.name,
  ...shownFields(groupFields, group),
  members: members.map(({ id, username }) => ({ id, username })),
})
