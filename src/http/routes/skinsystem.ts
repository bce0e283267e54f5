// GET /skinsystem/…: what a player wears, by name, as old games and skin mods ask for it; and portraits.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { portraitOf } from '../../domain/portraits.ts'
import { namedProfile, profileOf } from '../../domain/profiles.ts'
import type { Services } from '../../domain/services.ts'
import { wornTexture } from '../../domain/textures.ts'
import { type PortraitKind, portraitSizes } from '../../model/portrait.ts'
import { Refused } from '../../model/refusal.ts'
import type { TextureKind } from '../../model/texture.ts'
import {
  NameParams,
  NameQuery,
  PlayerParams,
  PortraitQuery,
  SkinProfileQuery,
  withoutExtension,
} from '../../protocol/skinsystem/requests.ts'
import { Redirected, TextureLinksAnswer } from '../../protocol/skinsystem/responses.ts'
import { yggdrasilErrors } from '../../protocol/yggdrasil/errors.ts'
import { Nothing, TexturesProfile, texturesProfile } from '../../protocol/yggdrasil/responses.ts'
import { groupRoutes } from '../group.ts'
import { askAgain, NotChanged, PngAnswer, sendPng } from '../images.ts'
import { forbidCaching } from '../no-store.ts'
import type { Routes } from '../schema.ts'

export const skinSystemRoutes = (services: Services) => async (app: Routes) => {
  groupRoutes(app, { title: 'Skin system', errors: yggdrasilErrors })
  app.register(fileRoutes(services))
  app.register(profileRoutes(services))
  app.register(portraitRoutes(services))
}

/** `/skins/{name}[.png]`, `/cloaks/{name}[.png]`, and both with `?name=`. */
const fileRoutes = (services: Services) => async (app: Routes) => {
  const paths = { skins: 'skin', cloaks: 'cape' } as const
  const unknown = 'texture_unknown' as const
  for (const [path, kind] of Object.entries(paths)) {
    const about = {
      summary: `The ${kind} that a player wears`,
      response: { 200: PngAnswer, 302: Redirected, 304: NotChanged },
    }
    app.get(
      `/${path}/:name`,
      { schema: { ...about, params: NameParams }, config: { refusals: [unknown] } },
      async (request, reply) => {
        await sendWorn(services, kind, request.params.name, request, reply)
        return reply
      },
    )
    app.get(
      `/${path}`,
      { schema: { ...about, querystring: NameQuery }, config: { refusals: ['parameters_missing', unknown] } },
      async (request, reply) => {
        await sendWorn(services, kind, request.query.name, request, reply)
        return reply
      },
    )
  }
}

async function sendWorn(
  services: Services,
  kind: TextureKind,
  name: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const found = await namedProfile(services, withoutExtension(name))
  const worn = found && (await wornTexture(services, found, kind))
  if (!worn) throw new Refused('texture_unknown')
  // Another skin system's files are fetched by whoever wants them, never by this service.
  if ('elsewhere' in worn) await reply.header('cache-control', askAgain).redirect(worn.elsewhere, 302)
  else await sendPng(request, reply, { name: worn.hash, caching: askAgain, file: async () => worn.png })
}

const profileRoutes = (services: Services) => async (app: Routes) => {
  forbidCaching(app)

  app.get(
    '/textures/:name',
    {
      schema: {
        summary: 'Where the textures of a player are',
        params: NameParams,
        response: { 200: TextureLinksAnswer, 204: Nothing('No such player, or one that wears nothing.') },
      },
    },
    async ({ params }, reply) => {
      const found = await namedProfile(services, params.name)
      const links = found && (await services.texturesProperties.links(found))
      return links?.SKIN || links?.CAPE ? links : reply.code(204).send()
    },
  )

  const response = { 200: TexturesProfile, 204: Nothing('No such player.') }
  const sendProfile = async (name: string, signed: boolean, reply: FastifyReply) => {
    const found = await namedProfile(services, name)
    if (!found) return reply.code(204).send()
    return texturesProfile(found, await services.texturesProperties.of(found, signed))
  }
  app.get(
    '/textures/signed/:name',
    { schema: { summary: 'The signed textures profile of a player', params: NameParams, response } },
    ({ params }, reply) => sendProfile(params.name, true, reply),
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
      config: { refusals: ['parameters_missing'] },
    },
    ({ params, query }, reply) => sendProfile(params.name, query.unsigned === 'false', reply),
  )
}

/** `/face/{name or UUID}.png` and `/bust/…`, with `?size=`. */
const portraitRoutes = (services: Services) => async (app: Routes) => {
  for (const kind of ['face', 'bust'] as const satisfies PortraitKind[]) {
    app.get(
      `/${kind}/:player`,
      {
        schema: {
          summary: kind === 'face' ? 'The face of a player' : 'Head, chest and arms of a player',
          params: PlayerParams,
          querystring: PortraitQuery,
          response: { 200: PngAnswer, 304: NotChanged },
        },
        config: {
          refusals: ['parameters_missing', 'texture_unknown', 'portrait_size_malformed', 'overloaded'],
        },
      },
      async (request, reply) => {
        const { least, most, standard } = portraitSizes
        const size = Number(request.query.size ?? standard)
        if (!Number.isInteger(size) || size < least || size > most)
          throw new Refused('portrait_size_malformed')
        const found = await profileOf(services, withoutExtension(request.params.player))
        if (!found) throw new Refused('texture_unknown')
        const portrait = portraitOf(found, kind, size)
        const file = () => services.portraits.draw(portrait)
        await sendPng(request, reply, { name: portrait.name, caching: askAgain, file })
        return reply
      },
    )
  }
}
