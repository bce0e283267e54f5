// GET /skinsystem/…: players' textures for old games, skin mods and web pages.
import type { Context } from '../../domain/context.ts'
import type { Routes } from '../../http/server/typed-fastify.ts'
import { portraitRoutes } from './portraits.ts'
import { skinProfileRoutes } from './profiles.ts'
import { renderRoutes } from './renders.ts'
import { wornFileRoutes } from './worn-files.ts'

export const skinSystemRoutes = (context: Context) => async (app: Routes) => {
  app.register(wornFileRoutes(context))
  app.register(skinProfileRoutes(context))
  app.register(portraitRoutes(context))
  app.register(renderRoutes(context))
}
