// friends, presence and the preferences of both, below the services path of the authlib-injector root. Each but the last
// has two addresses: the vendor's, and one that a tool for unmodified games writes into its own discovery document.

import type { FastifyReply, FastifyRequest, FastifySchemaCompiler } from 'fastify'
import type { TSchema } from 'typebox'
import type { Context } from '../../domain/context.ts'
import { takeChange, takePreferences, takeReport } from '../../domain/friends/budgets.ts'
import { addFriend, removeFriend } from '../../domain/friends/change.ts'
import { friendsOf } from '../../domain/friends/list.ts'
import { changeFriendsPreferences, ownFriendsPreferences } from '../../domain/friends/preferences.ts'
import { type Report, type Reporter, reporterOf, reportPresence } from '../../domain/friends/presence.ts'
import { namedPlayer, playerToRemove } from '../../domain/friends/target.ts'
import { ownAccountEvenSuspended } from '../../domain/game/own-profile.ts'
import { bearer } from '../../domain/tokens/credentials.ts'
import { acceptAnyBody } from '../../http/body/body.ts'
import { readJsonObject } from '../../http/body/fields.ts'
import { sendAs, textOf } from '../../http/body/long-answer.ts'
import { bearerOf } from '../../http/headers/bearer.ts'
import { isKnown } from '../../http/headers/etag.ts'
import { NotChanged } from '../../http/headers/images.ts'
import { forbidCaching } from '../../http/headers/no-store.ts'
import { protocolScope } from '../../http/paths/protocol-scope.ts'
import type { Routes } from '../../http/server/typed-fastify.ts'
import { Refused } from '../../model/errors/refusal.ts'
import type { FriendsPreferences } from '../../model/game/friends.ts'
import { servicesErrors } from './errors.ts'
import {
  AttributesUpdate,
  FriendUpdate,
  PresenceReport,
  readFriendsPreferences,
  readFriendUpdate,
  readPresence,
} from './friends-requests.ts'
import { Friends, friendsAnswer, Presence, presenceAnswer } from './friends-responses.ts'
import { PlayerAttributes, playerAttributes } from './player-responses.ts'

const ofUpdates = [
  'friend_update_malformed',
  'friend_unknown',
  'friend_self',
  'friend_ambiguous',
  'friend_refused',
  'friends_off',
  'friend_limit',
] as const

export const friendsRoutes = (context: Context) => async (app: Routes) => {
  const refuses = protocolScope(app, { title: "The vendor's services: friends", errors: servicesErrors })
  acceptAnyBody(app, readJsonObject)
  forbidCaching(app)
  /** Asks for the token, and takes from a budget, before a byte of the body is read. */
  const asOwner = (take?: (id: string) => Promise<void>) => async (request: FastifyRequest) => {
    const owner = await bearer(context, bearerOf(request))
    request.about = owner
    await take?.(owner.id)
  }

  for (const path of ['/friends', '/player/friends']) {
    app.get(
      path,
      {
        schema: { summary: 'Friends, and open requests', response: { 200: Friends, 304: NotChanged } },
        onRequest: asOwner(),
        config: refuses('bearer_invalid'),
      },
      async (request, reply) => {
        const id = ownerOf(request)
        const answer = friendsAnswer(await friendsOf(context, id))
        return (await isSame(request, reply, id, answer)) ? reply.code(304).send() : answer
      },
    )
    app.put(
      path,
      {
        schema: { summary: 'Adds or removes a friend', body: FriendUpdate, response: { 200: Friends } },
        onRequest: asOwner((id) => takeChange(context, id)),
        validatorCompiler: readBy(readFriendUpdate),
        config: refuses('bearer_invalid', 'too_many_friend_changes', ...ofUpdates),
      },
      async (request, reply) => {
        const { updateType, ...named } = request.body
        const id = ownerOf(request)
        if (updateType === 'ADD') {
          await addFriend(context, { id, address: request.ip }, await namedPlayer(context, { id }, named))
        } else {
          await removeFriend(context, id, await playerToRemove(context, { id }, named))
        }
        const answer = friendsAnswer(await friendsOf(context, id))
        await isSame(request, reply, id, answer)
        return answer
      },
    )
  }

  const reporters = new WeakMap<FastifyRequest, Reporter>()
  const asReporter = async (request: FastifyRequest) => {
    const reporter = await reporterOf(context, bearerOf(request))
    request.about = reporter
    takeReport(context, reporter.id)
    reporters.set(request, reporter)
  }

  for (const path of ['/presence', '/player/presence']) {
    app.post(
      path,
      {
        schema: {
          summary: 'Reports what the player plays, and returns what friends play',
          body: PresenceReport,
          response: { 200: Presence, 304: NotChanged },
        },
        onRequest: asReporter,
        validatorCompiler: readBy(readPresence),
        config: {
          isEvent: false,
          ...refuses('bearer_invalid', 'too_many_friend_changes', 'presence_malformed'),
        },
      },
      async (request, reply) => {
        const reporter = reporters.get(request)
        if (!reporter) throw new Refused('bearer_invalid')
        const answer = presenceAnswer(await reportPresence(context, reporter, request.body as Report))
        return (await isSame(request, reply, reporter.id, answer)) ? reply.code(304).send() : answer
      },
    )
  }

  app.post(
    '/player/attributes',
    {
      schema: {
        summary: 'Changes what the player wants of the friends list',
        body: AttributesUpdate,
        response: { 200: PlayerAttributes },
      },
      onRequest: asOwner((id) => takePreferences(context, id)),
      validatorCompiler: readBy(readFriendsPreferences),
      config: refuses('bearer_invalid', 'too_many_friend_changes', 'friends_preferences_malformed'),
    },
    async (request) => {
      const wanted = request.body as Partial<FriendsPreferences>
      await changeFriendsPreferences(context, { id: ownerOf(request) }, wanted)
      const account = await ownAccountEvenSuspended(context, bearerOf(request))
      return playerAttributes(account, await ownFriendsPreferences(context, account))
    },
  )
}

/** Makes a validator of a function that reads a body, or throws Refused. */
const readBy =
  (read: (body: unknown) => unknown): FastifySchemaCompiler<TSchema> =>
  () =>
  (body: unknown) => {
    try {
      return { value: read(body) }
    } catch (error) {
      if (error instanceof Refused) return { error }
      throw error
    }
  }

function ownerOf({ about }: FastifyRequest): string {
  if (about?.id === undefined) throw new Refused('bearer_invalid')
  return about.id
}

/** Tags an answer, and returns true if the client has it. The tag is of the player, too: nobody else has the same answer. */
async function isSame(
  request: FastifyRequest,
  reply: FastifyReply,
  id: string,
  answer: object,
): Promise<boolean> {
  const text = await textOf(answer)
  const isSent = isKnown(request, reply, `${id} ${text}`)
  if (!isSent) sendAs(reply, text)
  return isSent
}
