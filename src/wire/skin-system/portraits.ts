// GET /skinsystem/{face,bust}/{name or UUID}: pictures of players.
import type { Context } from '../../domain/context.ts'
import { profileByNameOrUuid } from '../../domain/game/profiles.ts'
import { NotChanged, PngAnswer, revalidate, sendPng } from '../../http/headers/images.ts'
import { protocolScope } from '../../http/paths/protocol-scope.ts'
import type { Routes } from '../../http/server/typed-fastify.ts'
import { Refused } from '../../model/errors/refusal.ts'
import { type PortraitKind, portraitSize } from '../../model/game/portrait.ts'
import { portraitOf } from '../../state/textures/portraits.ts'
import { skinSystemScope } from './errors.ts'
import { PlayerParams, PortraitQuery, withoutExtension } from './requests.ts'

/** Registers `/face/{name or UUID}.png` and `/bust/…`, with `?size=`. */
export const portraitRoutes = (context: Context) => async (app: Routes) => {
  const refuses = protocolScope(app, skinSystemScope)
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
        config: refuses(
          'parameters_missing',
          'texture_unknown',
          'portrait_size_malformed',
          'overloaded',
          'texture_store_unavailable',
        ),
      },
      async (request, reply) => {
        const { min, max } = portraitSize
        const { size: text = String(portraitSize.default) } = request.query
        const size = Number(text)
        if (!/^\d+$/.test(text) || size < min || size > max) throw new Refused('portrait_size_malformed')
        const found = await profileByNameOrUuid(context, withoutExtension(request.params.player))
        if (!found) throw new Refused('texture_unknown')
        const portrait = portraitOf(context.defaultSkins.dressed(found), kind, size)
        const file = () => context.portraits.draw(portrait, request.ip)
        await sendPng(request, reply, { name: portrait.name, caching: revalidate, file })
        return reply
      },
    )
  }
}
