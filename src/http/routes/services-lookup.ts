// /{game}/profile/lookup/{uuid}, …/name/{username}, …/bulk/byname: the lookups as the vendor has them now.
import { namedProfile, namedProfiles, profile } from '../../domain/profiles.ts'
import type { Services } from '../../domain/services.ts'
import type { Profile } from '../../model/account.ts'
import { Refused } from '../../model/refusal.ts'
import { NamedProfileParams, NamesParams, ProfileNames } from '../../protocol/lookup/requests.ts'
import { ProfileAnswers } from '../../protocol/lookup/responses.ts'
import { servicesErrors } from '../../protocol/services/errors.ts'
import { ProfileAnswer, profileAnswer } from '../../protocol/yggdrasil/responses.ts'
import { acceptAnyBody } from '../body.ts'
import { groupRoutes } from '../group.ts'
import { refuseBannedClients } from '../lookup-clients.ts'
import { checkNames, readNames } from '../names.ts'
import type { Routes } from '../schema.ts'

/** Nobody of that name or UUID is 404 here, where the older lookups answer 204 (D9). */
export const servicesLookupRoutes = (services: Services) => async (app: Routes) => {
  groupRoutes(app, { title: "The vendor's services: lookups", errors: servicesErrors })
  refuseBannedClients(app, services)
  acceptAnyBody(app, readNames)

  app.get(
    '/profile/lookup/name/:username',
    {
      schema: {
        summary: 'The profile with a username',
        params: NamedProfileParams,
        response: { 200: ProfileAnswer },
      },
      config: { refusals: ['client_banned', 'profile_unknown'] },
    },
    async ({ params }) => found(await namedProfile(services, params.username)),
  )

  app.get(
    '/profile/lookup/:uuid',
    {
      schema: {
        summary: 'The profile with a UUID',
        params: NamesParams,
        response: { 200: ProfileAnswer },
      },
      config: { refusals: ['client_banned', 'uuid_malformed', 'profile_unknown'] },
    },
    async ({ params }) => found(await profile(services, params.uuid)),
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
      config: { refusals: ['client_banned', 'names_unreadable', 'names_too_many', 'name_missing'] },
    },
    async ({ body }) => (await namedProfiles(services, body)).map(profileAnswer),
  )
}

function found(profile: Profile | undefined) {
  if (!profile) throw new Refused('profile_unknown')
  return profileAnswer(profile)
}
