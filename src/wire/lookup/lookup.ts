// GET /users/profiles/{game}/{username}, GET /user/profiles/{uuid}/names, POST /profiles/{game}: looking up names
// and UUIDs.

import type { Context } from '../../domain/context.ts'
import { playerByName, playerByUuid, playersByNames } from '../../domain/lookups/players.ts'
import { acceptAnyBody } from '../../http/body/body.ts'
import { forbidCaching } from '../../http/headers/no-store.ts'
import { gameWord } from '../../http/paths/game-word.ts'
import { protocolScope } from '../../http/paths/protocol-scope.ts'
import type { Routes } from '../../http/server/typed-fastify.ts'
import { EmptyBody, ProfileAnswer, profileAnswer } from '../yggdrasil/responses.ts'
import { checkNames, readNames } from './bulk-names.ts'
import { lookupErrors, type vendorLookupErrors } from './errors.ts'
import { refuseBannedClients } from './limit.ts'
import { NamedProfileParams, NamedProfileQuery, NamesParams, ProfileNames } from './requests.ts'
import { NameHistory, nameHistory, ProfileAnswers, writeProfiles } from './responses.ts'

/**
 * Registers the lookups in `/api`, in the vendor's layout and at the authlib-injector root; only `errors` differ. Below
 * the root of a game server, a single lookup may also be refused for the reasons `ofNeighbours`.
 */
export const lookupRoutes =
  (
    context: Context,
    errors: typeof lookupErrors | typeof vendorLookupErrors = lookupErrors,
    ofNeighbours: readonly 'neighbour_unsure'[] = [],
  ) =>
  async (app: Routes) => {
    const refuses = protocolScope(app, { title: 'Profile lookups', errors })
    refuseBannedClients(app, context)
    acceptAnyBody(app, readNames)
    forbidCaching(app)

    app.get(
      `/users/profiles/${gameWord}/:username`,
      {
        schema: {
          summary: 'The profile with a username',
          params: NamedProfileParams,
          querystring: NamedProfileQuery,
          response: { 200: ProfileAnswer, 204: EmptyBody('No such username.') },
        },
        config: refuses('client_banned', ...ofNeighbours),
      },
      async ({ params, lookupPlace }, reply) => {
        const found = await playerByName(context, params.username, lookupPlace)
        return found ? profileAnswer(found) : reply.code(204).send()
      },
    )

    app.get(
      '/user/profiles/:uuid/names',
      {
        schema: {
          summary: 'The name of a UUID',
          params: NamesParams,
          response: { 200: NameHistory, 204: EmptyBody('No such UUID.') },
        },
        config: refuses('uuid_malformed', 'client_banned', ...ofNeighbours),
      },
      async ({ params, lookupPlace }, reply) => {
        const found = await playerByUuid(context, params.uuid, lookupPlace)
        return found ? nameHistory(found) : reply.code(204).send()
      },
    )

    app.post(
      `/profiles/${gameWord}`,
      {
        schema: {
          summary: 'The profiles with these usernames',
          body: ProfileNames,
          response: { 200: ProfileAnswers },
        },
        validatorCompiler: checkNames,
        serializerCompiler: writeProfiles,
        config: {
          isEvent: false,
          ...refuses('names_unreadable', 'names_too_many', 'name_missing', 'client_banned'),
        },
      },
      async ({ body, lookupPlace }) => (await playersByNames(context, body, lookupPlace)).map(profileAnswer),
    )
  }
