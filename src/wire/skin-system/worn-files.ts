// GET /skinsystem/{skins,cloaks}/{name}: the files that a player wears, at the addresses of old games and skin
// mods.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../domain/context.ts'
import { currentTexture } from '../../domain/game/current-texture.ts'
import { profileByName } from '../../domain/game/profiles.ts'
import { NotChanged, PngAnswer, revalidate, sendPng } from '../../http/headers/images.ts'
import { protocolScope } from '../../http/paths/protocol-scope.ts'
import type { Routes } from '../../http/server/typed-fastify.ts'
import { Refused } from '../../model/errors/refusal.ts'
import type { TextureKind } from '../../model/game/texture.ts'
import { skinSystemScope } from './errors.ts'
import { NameParams, NameQuery, withoutExtension } from './requests.ts'
import { Redirected } from './responses.ts'

/** Registers `/skins/{name}[.png]` and `/cloaks/{name}[.png]`, and both with `?name=`. */
export const wornFileRoutes = (context: Context) => async (app: Routes) => {
  const refuses = protocolScope(app, skinSystemScope)
  const paths = { skins: 'skin', cloaks: 'cape' } as const
  for (const [path, kind] of Object.entries(paths)) {
    const about = {
      summary: `The ${kind} that a player wears`,
      response: { 200: PngAnswer, 302: Redirected, 304: NotChanged },
    }
    app.get(
      `/${path}/:name`,
      {
        schema: { ...about, params: NameParams },
        config: refuses('texture_unknown', 'texture_store_unavailable'),
      },
      async (request, reply) => {
        await sendWorn(context, kind, request.params.name, request, reply)
        return reply
      },
    )
    app.get(
      `/${path}`,
      {
        schema: { ...about, querystring: NameQuery },
        config: refuses('parameters_missing', 'texture_unknown', 'texture_store_unavailable'),
      },
      async (request, reply) => {
        await sendWorn(context, kind, request.query.name, request, reply)
        return reply
      },
    )
  }
}

async function sendWorn(
  context: Context,
  kind: TextureKind,
  name: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const found = await profileByName(context, withoutExtension(name))
  const worn = found && (await currentTexture(context, found, kind, request.ip))
  if (!worn) throw new Refused('texture_unknown')
  // This service never fetches files of another skin system; clients are redirected there.
  if ('elsewhere' in worn) await reply.header('cache-control', revalidate).redirect(worn.elsewhere, 302)
  else await sendPng(request, reply, { name: worn.hash, caching: revalidate, file: async () => worn.png })
}
