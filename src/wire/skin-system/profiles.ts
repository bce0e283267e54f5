// GET /skinsystem/textures/{name}, /textures/signed/{name}, /profile/{name}: a player's textures by name.
import type { FastifyReply } from 'fastify'
import type { Context } from '../../domain/context.ts'
import { profileByName, withTextures } from '../../domain/game/profiles.ts'
import { forbidCaching } from '../../http/headers/no-store.ts'
import { protocolScope } from '../../http/paths/protocol-scope.ts'
import type { Routes } from '../../http/server/typed-fastify.ts'
import type { PropertyRequest } from '../../state/textures/textures-properties.ts'
import { limitLookups } from '../lookup/limit.ts'
import { EmptyBody, TexturesProfile, texturesProfile } from '../yggdrasil/responses.ts'
import { writeTexturesProfile } from '../yggdrasil/write-profile.ts'
import { skinSystemScope } from './errors.ts'
import { NameParams, SkinProfileQuery } from './requests.ts'
import { TextureLinksAnswer } from './responses.ts'

export const skinProfileRoutes = (context: Context) => async (app: Routes) => {
  const refuses = protocolScope(app, skinSystemScope)
  forbidCaching(app)

  app.get(
    '/textures/:name',
    {
      schema: {
        summary: 'Where the textures of a player are',
        params: NameParams,
        response: { 200: TextureLinksAnswer, 204: EmptyBody('No such player, or one that wears nothing.') },
      },
    },
    async ({ params, ip }, reply) => {
      const found = await profileByName(context, params.name)
      const links = found && (await context.texturesProperties.links(found, ip))
      return links?.SKIN || links?.CAPE ? links : reply.code(204).send()
    },
  )

  const response = { 200: TexturesProfile, 204: EmptyBody('No such player.') }
  const sendProfile = async (name: string, wanted: PropertyRequest, reply: FastifyReply) => {
    const found = await profileByName(context, name)
    if (!found) return reply.code(204).send()
    return texturesProfile(await withTextures(context, found, wanted))
  }
  // These reveal the UUID of a name, so they count as lookups.
  const onRequest = limitLookups(context)
  app.get(
    '/textures/signed/:name',
    {
      schema: { summary: 'The signed textures profile of a player', params: NameParams, response },
      serializerCompiler: writeTexturesProfile,
      onRequest,
      config: refuses('client_banned'),
    },
    ({ params, ip }, reply) => sendProfile(params.name, { signed: true, address: ip }, reply),
  )
  app.get(
    '/profile/:name',
    {
      schema: {
        summary: 'The textures profile of a player',
        params: NameParams,
        querystring: SkinProfileQuery,
        response,
      },
      serializerCompiler: writeTexturesProfile,
      onRequest,
      config: refuses('client_banned', 'parameters_missing'),
    },
    ({ params, query, ip }, reply) =>
      sendProfile(params.name, { signed: query.unsigned === 'false', address: ip }, reply),
  )
}
