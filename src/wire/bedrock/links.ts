// GET /geyser/v2/link/bedrock/{xuid} and …/java/{uuid}: which player here a Bedrock player is, as Floodgate asks.

import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { bedrockOfPlayer, type LinkedBedrock, playerOfBedrock } from '../../domain/bedrock/lookup.ts'
import { serverOfRoot } from '../../domain/community/root.ts'
import type { Context } from '../../domain/context.ts'
import { forbidCaching } from '../../http/headers/no-store.ts'
import { protocolScope } from '../../http/paths/protocol-scope.ts'
import type { Routes } from '../../http/server/typed-fastify.ts'
import { Refused } from '../../model/errors/refusal.ts'
import { refuseBannedClients } from '../lookup/limit.ts'
import { keyOf } from '../servers/key-of.ts'
import { bedrockErrors } from './errors.ts'
import { LinkAnswer, linkText } from './responses.ts'

/** Registers the routes below `/geyser` of the plain root, or of a game server's. */
export const bedrockRoutes = (context: Context, isBelowServer: boolean) => async (app: Routes) => {
  const refuses = protocolScope(app, { title: 'Bedrock links', errors: bedrockErrors })
  refuseBannedClients(app, context)
  forbidCaching(app)
  app.setNotFoundHandler(() => {
    throw new Refused('route_unknown')
  })

  /** The id of the game server below whose root is asked. */
  const serverOf = async (request: FastifyRequest) =>
    isBelowServer ? (await serverOfRoot(context, keyOf(request), request.ip)).id : undefined

  app.get(
    '/v2/link/bedrock/:xuid',
    {
      schema: {
        summary: 'The player to whom a Bedrock player is linked',
        params: Type.Object({ xuid: Type.String() }),
        response: { 200: LinkAnswer },
      },
      config: refuses('xuid_malformed', 'client_banned'),
    },
    async (request, reply) =>
      answer(reply, await playerOfBedrock(context, request.params.xuid, await serverOf(request))),
  )

  app.get(
    '/v2/link/java/:uuid',
    {
      schema: {
        summary: 'The Bedrock player who is linked to a player; only below the root of a game server',
        params: Type.Object({ uuid: Type.String() }),
        response: { 200: LinkAnswer },
      },
      config: refuses('uuid_malformed', 'client_banned'),
    },
    async (request, reply) =>
      answer(reply, await bedrockOfPlayer(context, request.params.uuid, await serverOf(request))),
  )
}

function answer(reply: FastifyReply, link: LinkedBedrock | undefined): object {
  reply.type('application/json; charset=utf-8').serializer(() => linkText(link))
  return {}
}
