// /at/{key}: the requests of a game server, below a root of its own. Each layout is the same as at the plain root,
// without the routes for launchers, players and applications.

import { serverOfRoot } from '../../domain/community/root.ts'
import { rootOf } from '../../domain/community/server-keys.ts'
import type { Context } from '../../domain/context.ts'
import type { LookupPlace } from '../../domain/lookups/place.ts'
import { gameWord } from '../../http/paths/game-word.ts'
import type { Routes } from '../../http/server/typed-fastify.ts'
import { isServerKey } from '../../model/community/game-server.ts'
import { Refused } from '../../model/errors/refusal.ts'
import { rootRoutesOfServer } from '../authlib-injector/root.ts'
import { legacyServerRoutes } from '../legacy/session.ts'
import { lookupErrors, vendorLookupErrors } from '../lookup/errors.ts'
import { lookupRoutes } from '../lookup/lookup.ts'
import { vendorServerRoutes } from '../vendor-hosts/session.ts'
import { profilesHostRoutes } from '../vendor-services/lookup.ts'
import { serverSessionRoutes } from '../yggdrasil/session.ts'
import { keyOf } from './key-of.ts'
import { isOfNorn } from './of-norn.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set below the root of a game server if its neighbours are asked about players. */
    lookupPlace: LookupPlace
  }
}

const ofKeys = ['server_unknown', 'too_many_server_keys'] as const
const ofNeighbours = ['neighbour_unsure'] as const

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
    return serverOfRoot(context, key, request.ip).then(({ name }) => {
      const mayAsk = context.config.neighbours === 'on' && !isOfNorn(request)
      if (mayAsk) request.lookupPlace = { server: name, address: request.ip }
    })
  })
  app.setNotFoundHandler(() => {
    throw new Refused('route_unknown')
  })
  app.register(serverSessionRoutes(context), { prefix: '/session' })
  app.register(legacyServerRoutes(context), { prefix: '/session/legacy' })
  app.register(vendorServerRoutes(context), { prefix: `/session/${gameWord}` })
  app.register(lookupRoutes(context, lookupErrors, ofNeighbours), { prefix: '/api' })
  app.register(lookupRoutes(context, vendorLookupErrors, ofNeighbours))
  app.register(profilesHostRoutes(context, ofNeighbours), { prefix: `/${gameWord}` })
  app.register(profilesHostRoutes(context, ofNeighbours), { prefix: `/api/${gameWord}` })
  app.register(rootRoutesOfServer(context, ofNeighbours), { prefix: '/authlib-injector' })
}
