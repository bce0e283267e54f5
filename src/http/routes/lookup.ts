// GET /users/profiles/{game}/{username}, GET /user/profiles/{uuid}/names, POST /profiles/{game}: who is who.
import { namedProfile, namedProfiles, profile } from '../../domain/profiles.ts'
import type { Services } from '../../domain/services.ts'
import {
  NamedProfileParams,
  NamedProfileQuery,
  NamesParams,
  ProfileNames,
} from '../../protocol/lookup/requests.ts'
import { NameHistory, nameHistory, ProfileAnswers } from '../../protocol/lookup/responses.ts'
import type { WireErrors } from '../../protocol/wire-error.ts'
import { Nothing, ProfileAnswer, profileAnswer } from '../../protocol/yggdrasil/responses.ts'
import { acceptAnyBody } from '../body.ts'
import { groupRoutes } from '../group.ts'
import { refuseBannedClients } from '../lookup-clients.ts'
import { checkNames, readNames } from '../names.ts'
import type { Routes } from '../schema.ts'

/** The same below `/api`, at the vendor's host layout without it, and at the authlib-injector root. */
export const lookupRoutes = (services: Services, errors: WireErrors) => async (app: Routes) => {
  const { game } = services.config
  groupRoutes(app, { title: 'Profile lookups', errors })
  refuseBannedClients(app, services)
  acceptAnyBody(app, readNames)

  app.get(
    `/users/profiles/${game}/:username`,
    {
      schema: {
        summary: 'The profile with a username',
        params: NamedProfileParams,
        querystring: NamedProfileQuery,
        response: { 200: ProfileAnswer, 204: Nothing('No such username.') },
      },
      config: { refusals: ['client_banned'] },
    },
    async ({ params }, reply) => {
      const found = await namedProfile(services, params.username)
      return found ? profileAnswer(found) : reply.code(204).send()
    },
  )

  app.get(
    '/user/profiles/:uuid/names',
    {
      schema: {
        summary: 'The name of a UUID',
        params: NamesParams,
        response: { 200: NameHistory, 204: Nothing('No such UUID.') },
      },
      config: { refusals: ['uuid_malformed', 'client_banned'] },
    },
    async ({ params }, reply) => {
      const found = await profile(services, params.uuid)
      return found ? nameHistory(found) : reply.code(204).send()
    },
  )

  app.post(
    `/profiles/${game}`,
    {
      schema: {
        summary: 'The profiles with these usernames',
        body: ProfileNames,
        response: { 200: ProfileAnswers },
      },
      validatorCompiler: checkNames,
      config: { refusals: ['names_unreadable', 'names_too_many', 'name_missing', 'client_banned'] },
    },
    async ({ body }) => (await namedProfiles(services, body)).map(profileAnswer),
  )
}
