// /accounts/{id}/friends: the friends list of a player, as "norn friend" has it.
import { Type } from 'typebox'
import { clearFriends, makeFriends, partFriends } from '../../domain/friends/operator.ts'
import { shownFriends } from '../../present/friends.ts'
import { AccountParams, accountOf } from './account-answers.ts'
import { type AdminApi, actorOf, Id, Instant } from './api.ts'

const known = Type.Array(Type.Object({ id: Id, username: Type.String(), since: Instant }))

const FriendsAnswer = Type.Object({
  friends: known,
  incoming: known,
  outgoing: known,
  blocked: Type.Integer({ description: 'How many players this one blocks.' }),
  preferences: Type.Object({
    friends: Type.Boolean({ description: 'True if the player uses the list.' }),
    acceptInvites: Type.Boolean({ description: 'True if others may ask.' }),
  }),
})

const PairParams = Type.Object({
  ...AccountParams.properties,
  other: Type.String({ minLength: 1, description: 'The other player, likewise.' }),
})

export function friendRoutes({ app, context, reads, ends }: AdminApi): void {
  app.get(
    '/accounts/:id/friends',
    reads('The friends and open requests of a player', FriendsAnswer, ['account_unknown'], {
      params: AccountParams,
    }),
    async ({ params }) => shownFriends(context, await accountOf(context, params)),
  )

  app.put(
    '/accounts/:id/friends/:other',
    ends('Makes two players friends, without a request', 'They are friends.', ['account_unknown'], {
      params: PairParams,
    }),
    async (request) => {
      const { id, other } = request.params
      const account = await accountOf(context, { id })
      await makeFriends(context, actorOf(request), account, await accountOf(context, { id: other }))
    },
  )

  app.delete(
    '/accounts/:id/friends/:other',
    ends(
      'Ends the friendship of two players, or the request of one to the other',
      'There is none.',
      ['account_unknown'],
      { params: PairParams },
    ),
    async (request) => {
      const { id, other } = request.params
      const account = await accountOf(context, { id })
      await partFriends(context, actorOf(request), account, await accountOf(context, { id: other }))
    },
  )

  app.delete(
    '/accounts/:id/friends',
    ends('Ends all friendships and requests of a player', 'There are none.', ['account_unknown'], {
      params: AccountParams,
    }),
    async (request) => {
      await clearFriends(context, actorOf(request), await accountOf(context, request.params))
    },
  )
}
