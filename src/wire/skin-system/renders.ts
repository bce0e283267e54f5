// GET /skinsystem/render/{hash}: pictures of textures, whether or not somebody wears them.
import type { Context } from '../../domain/context.ts'
import { immutable, NotChanged, PngAnswer, sendPng } from '../../http/headers/images.ts'
import { protocolScope } from '../../http/paths/protocol-scope.ts'
import type { Routes } from '../../http/server/typed-fastify.ts'
import { Refused } from '../../model/errors/refusal.ts'
import { viewHeights } from '../../model/game/portrait.ts'
import { pictureOf } from '../../state/textures/portraits.ts'
import { skinSystemScope } from './errors.ts'
import { RenderQuery, TextureParams, withoutExtension } from './requests.ts'

const views = ['front', 'back'] as const
const models = ['default', 'slim'] as const

/** Registers `/render/{hash}.png`, with `?view=`, `?model=` and `?height=`. */
export const renderRoutes = (context: Context) => async (app: Routes) => {
  const refuses = protocolScope(app, skinSystemScope)
  app.get(
    '/render/:hash',
    {
      schema: {
        summary: 'A player in a skin, or a cape',
        params: TextureParams,
        querystring: RenderQuery,
        response: { 200: PngAnswer, 304: NotChanged },
      },
      config: refuses(
        'parameters_missing',
        'texture_unknown',
        'render_malformed',
        'overloaded',
        'texture_store_unavailable',
      ),
    },
    async (request, reply) => {
      const { view = 'front', model, height = '256' } = request.query
      const drawn = pictureOf(oneOf(views, view), oneOf(viewHeights, height), {
        hash: withoutExtension(request.params.hash),
        model: model === undefined ? model : oneOf(models, model),
      })
      // Asked first, because a picture that is remembered must not outlive its texture.
      if (!(await context.textureFiles.get(drawn.skin?.hash ?? '', request.ip)))
        throw new Refused('texture_unknown')
      const file = () => context.portraits.draw(drawn, request.ip)
      await sendPng(request, reply, { name: drawn.name, caching: immutable, file })
      return reply
    },
  )
}

/** Returns the one that is written like this. */
function oneOf<Value extends string | number>(values: readonly Value[], text: string): Value {
  const found = values.find((value) => `${value}` === text)
  if (found === undefined) throw new Refused('render_malformed')
  return found
}
