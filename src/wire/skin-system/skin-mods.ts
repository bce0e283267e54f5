// GET /csl/{name}.json, /csl/textures/{hash} and /csl/extra-list/norn.json: skins for the mod CustomSkinLoader, which
// players of servers in offline mode have.
import type { Context } from '../../domain/context.ts'
import { wornByName } from '../../domain/game/profiles.ts'
import { allowBriefCaching } from '../../http/headers/brief-caching.ts'
import { isKnown } from '../../http/headers/etag.ts'
import { NotChanged } from '../../http/headers/images.ts'
import { protocolScope } from '../../http/paths/protocol-scope.ts'
import type { Routes } from '../../http/server/typed-fastify.ts'
import { Refused } from '../../model/errors/refusal.ts'
import { limitLookups } from '../lookup/limit.ts'
import { skinSystemErrors } from './errors.ts'
import { NameParams } from './requests.ts'
import { ExtraList, ModTextures, modTextures } from './responses.ts'
import { textureRoutes } from './texture-files.ts'

/**
 * Registers what the mod asks for, unless another skin system has the textures. A player without any is 404, never 204,
 * which the mod remembers for an hour.
 */
export const skinModRoutes = (context: Context) => async (app: Routes) => {
  if (context.skinSystem) return
  const refuses = protocolScope(app, { title: 'Skins for mods', errors: skinSystemErrors })
  allowBriefCaching(app)
  app.register(textureRoutes(context), { prefix: '/textures' })

  app.get(
    '/:name.json',
    {
      schema: {
        summary: 'What a player wears, for CustomSkinLoader',
        params: NameParams,
        response: { 200: ModTextures, 304: NotChanged },
      },
      onRequest: limitLookups(context),
      config: refuses('client_banned', 'texture_unknown'),
    },
    async (request, reply) => {
      const found = await wornByName(context, request.params.name)
      const answer = found && modTextures(found.username, found.textures)
      if (!answer) throw new Refused('texture_unknown')
      return isKnown(request, reply, JSON.stringify(answer)) ? reply.code(304).send() : answer
    },
  )

  app.get(
    '/extra-list/norn.json',
    {
      schema: {
        summary: 'The file that adds this service to CustomSkinLoader',
        response: { 200: ExtraList },
      },
    },
    async (_request, reply) => {
      reply.header('content-disposition', 'attachment; filename="norn.json"')
      const { serverName } = context.settings
      return { name: serverName, type: 'CustomSkinAPI' as const, root: `${context.baseUrl()}/csl/` }
    },
  )
}
