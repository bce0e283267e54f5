// /at/{key}: the requests of a game server, below a root of its own. Each layout is the same as at the plain root,
// without the routes for launchers, players and applications.

import { serverOfRoot } from '../../domain/community/admission.ts'
import { rootOf } from '../../domain/community/server-keys.ts'
import type { Context } from '../../domain/context.ts'
import { gameWord } from '../../http/paths/game-word.ts'
import type { Routes } from '../../http/server/typed-fastify.ts'
import { isServerKey } from '../../model/community/game-server.ts'
import { Refused } from '../../model/errors/refusal.ts'
import { rootRoutesOfServer } from '../authlib-injector/root.ts'
import { legacyServerRoutes } from '../legacy/session.ts'
import { vendorLookupErrors } from '../lookup/errors.ts'
import { lookupRoutes } from '../lookup/lookup.ts'
import { vendorServerRoutes } from '../vendor-hosts/session.ts'
import { profilesHostRoutes } from '../vendor-services/lookup.ts'
import { serverSessionRoutes } from '../yggdrasil/session.ts'
import { keyOf } from './key-of.ts'

const ofKeys = ['server_unknown', 'too_many_server_keys'] as const

export const serverRootRoutes = (context: Context) => async (app: Routes) => {
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, refusals: [...(route.config?.refusals ?? []), ...ofKeys] }
  })
  app.addHook('onRequest', (request, reply, done) => {
    // hasJoined checks the key in its own statement, does not wait for a promise, and no launcher asks it.
    if (request.routeOptions.config.step === 'hasJoined') return done()
    const key = keyOf(request)
    // authlib-injector follows this header from any address. A malformed key might not be valid in a header.
    if (isServerKey(key)) {
      reply.header('x-authlib-injector-api-location', `${rootOf(context, key)}/authlib-injector/`)
    }
    return serverOfRoot(context, key, request.ip)
  })
  app.setNotFoundHandler(() => {
    throw new Refused('route_unknown')
  })
  app.register(serverSessionRoutes(context), { prefix: '/session' })
  app.register(legacyServerRoutes(context), { prefix: '/session/legacy' })
  app.register(vendorServerRoutes(context), { prefix: `/session/${gameWord}` })
  app.register(lookupRoutes(context), { prefix: '/api' })
  app.register(lookupRoutes(context, vendorLookupErrors))
  app.register(profilesHostRoutes(context), { prefix: `/${gameWord}` })
  app.register(profilesHostRoutes(context), { prefix: `/api/${gameWord}` })
  app.register(rootRoutesOfServer(context), { prefix: '/authlib-injector' })
}
