// /groups: groups of players, as "norn group" has them.
import { Type } from 'typebox'
import { createGroup, deleteGroup, listGroups, setGroup, showGroup } from '../../domain/community/groups.ts'
import { addMembers, removeMembers } from '../../domain/community/members.ts'
import { groupNamePattern } from '../../model/community/group.ts'
import { groupFields } from '../../model/fields/group.ts'
import { shownGroup, shownGroupDetails } from '../../present/group.ts'
import { accountOf } from './account-answers.ts'
import { type AdminApi, actorOf, Closed, created, Id, word } from './api.ts'
import { answeredFields, givenFields } from './fields.ts'
import { pageOfAll } from './lists.ts'

const group = {
  name: Type.String({ pattern: groupNamePattern }),
  ...answeredFields(groupFields),
}

const GroupAnswer = Type.Object({ ...group, members: Type.Integer({ description: 'How many there are.' }) })

const GroupDetails = Type.Object({
  ...group,
  members: Type.Array(Type.Object({ id: Id, username: Type.String() })),
})

const looks = givenFields(groupFields)
const NewGroup = Closed({ name: Type.String({ minLength: 1 }), ...looks })
const Changes = Closed(looks)
const GroupParams = Type.Object({ name: Type.String({ description: 'The name of the group.' }) })
const MemberParams = Type.Object({
  ...GroupParams.properties,
  id: Type.String({ minLength: 1, description: 'The UUID, the username or the email address.' }),
})

export function groupRoutes({ app, context, reads, lists, changes, ends, creates }: AdminApi): void {
  app.get('/groups', lists('The groups, by name', GroupAnswer), async ({ query }) =>
    pageOfAll(query, 'name', await listGroups(context), shownGroup),
  )

  app.get(
    '/groups/:name',
    reads('A group and its members', GroupDetails, ['unknown'], { params: GroupParams }),
    async ({ params }) => shownGroupDetails(await showGroup(context, word(params.name))),
  )

  app.post(
    '/groups',
    creates('Creates a group', GroupAnswer, ['malformed', 'taken', 'too_many'], {
      body: NewGroup,
    }),
    (request, reply) =>
      created(context, request, reply, shownGroup, (by, keep) =>
        createGroup(context, by, request.body, keep),
      ),
  )

  app.patch(
    '/groups/:name',
    changes('Changes a group', GroupAnswer, ['unknown', 'malformed'], {
      params: GroupParams,
      body: Changes,
    }),
    async (request) => {
      const { params, body } = request
      return shownGroup(await setGroup(context, actorOf(request), word(params.name), body))
    },
  )

  app.delete(
    '/groups/:name',
    ends(
      'Deletes a group: what names it lets none of its members in. It can be undone for an hour',
      'It is gone.',
      ['unknown'],
      { params: GroupParams },
    ),
    (request) => deleteGroup(context, actorOf(request), word(request.params.name)),
  )

  app.put(
    '/groups/:name/members/:id',
    ends(
      'Makes a player, of a character the account, a member of a group',
      'The account is a member.',
      ['unknown', 'account_unknown'],
      {
        params: MemberParams,
      },
    ),
    async (request) => {
      const account = await accountOf(context, request.params)
      await addMembers(context, actorOf(request), word(request.params.name), [account])
    },
  )

  app.delete(
    '/groups/:name/members/:id',
    ends(
      'Ends the membership of a player, of a character that of the account, in a group',
      'The account is not a member.',
      ['unknown', 'account_unknown'],
      { params: MemberParams },
    ),
    async (request) => {
      const account = await accountOf(context, request.params)
      await removeMembers(context, actorOf(request), word(request.params.name), [account])
    },
  )
}
