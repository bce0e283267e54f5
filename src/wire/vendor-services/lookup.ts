// /{game}/profile/lookup/{uuid}, …/name/{username}, …/bulk/byname below the services path of the authlib-injector
// root: the lookups in the vendor's current form.

import type { Context } from '../../domain/context.ts'
import { playerByName, playerByUuid, playersByNames } from '../../domain/lookups/players.ts'
import { acceptAnyBody } from '../../http/body/body.ts'
import { forbidCaching } from '../../http/headers/no-store.ts'
import { protocolScope } from '../../http/paths/protocol-scope.ts'
import type { Routes } from '../../http/server/typed-fastify.ts'
import type { Profile } from '../../model/accounts/account.ts'
import { Refused } from '../../model/errors/refusal.ts'
import { checkNames, readNames } from '../lookup/bulk-names.ts'
import { refuseBannedClients } from '../lookup/limit.ts'
import { NamedProfileParams, NamesParams, ProfileNames } from '../lookup/requests.ts'
import { ProfileAnswers, writeProfiles } from '../lookup/responses.ts'
import { ProfileAnswer, profileAnswer } from '../yggdrasil/responses.ts'
import { servicesErrors } from './errors.ts'

type OfNeighbours = readonly 'neighbour_unsure'[]

/**
 * Registers the lookups. An unknown name or UUID is 404 here, where the older lookups answer 204 (J6). Below the root of a
 * game server, a single lookup may also be refused for the reasons `ofNeighbours`.
 */
export const servicesLookupRoutes =
  (context: Context, ofNeighbours: OfNeighbours = []) =>
  async (app: Routes) => {
    const refuses = protocolScope(app, { title: "The vendor's services: lookups", errors: servicesErrors })
    refuseBannedClients(app, context)
    acceptAnyBody(app, readNames)
    forbidCaching(app)

    app.get(
      '/profile/lookup/name/:username',
      {
        schema: {
          summary: 'The profile with a username',
          params: NamedProfileParams,
          response: { 200: ProfileAnswer },
        },
        config: refuses('client_banned', 'profile_unknown', ...ofNeighbours),
      },
      async ({ params, lookupPlace }) => found(await playerByName(context, params.username, lookupPlace)),
    )

    app.get(
      '/profile/lookup/:uuid',
      {
        schema: { summary: 'The profile with a UUID', params: NamesParams, response: { 200: ProfileAnswer } },
        config: refuses('client_banned', 'uuid_malformed', 'profile_unknown', ...ofNeighbours),
      },
      async ({ params, lookupPlace }) => found(await playerByUuid(context, params.uuid, lookupPlace)),
    )

    app.post(
      '/profile/lookup/bulk/byname',
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
          ...refuses('client_banned', 'names_unreadable', 'names_too_many', 'name_missing'),
        },
      },
      async ({ body, lookupPlace }) => (await playersByNames(context, body, lookupPlace)).map(profileAnswer),
    )
  }

/** Registers the lookups where newer games expect them at the profiles host: below {base_url} and both `/api` (V3). */
export const profilesHostRoutes =
  (context: Context, ofNeighbours: OfNeighbours = []) =>
  async (app: Routes) => {
    omitCharset(app)
    app.register(servicesLookupRoutes(context, ofNeighbours))
  }

/** Omits the charset as the vendor does: one client insists, and JSON has no charset (RFC 8259, section 11). */
export function omitCharset(app: Routes): void {
  app.addHook('onSend', async (_request, reply) => {
    if (reply.hasHeader('content-type')) reply.header('content-type', 'application/json')
  })
}

function found(profile: Profile | undefined) {
  if (!profile) throw new Refused('profile_unknown')
  return profileAnswer(profile)
}
