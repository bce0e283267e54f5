import type { RouteOptions } from 'fastify'
import findMyWay from 'find-my-way'
import { Refused } from '../../model/refusal.ts'
import { matching } from '../server/server.ts'
import type { Routes } from '../server/typed-fastify.ts'
import { commonTable } from './error-table.ts'
import { errorHandler } from './errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route is a page, and so are its errors. */
    isPage?: boolean
  }
}

/**
 * Answers 405 where the path is known and the method is not, in the words of the path's own protocol; a page is left
 * to the handler of unknown paths, which knows who is looking.
 * The router has a tree for each method; the paths of all of them stand in one more, which is asked where
 * the router has found nothing: a route for each refused method would be thousands of them.
 */
export function refuseOtherMethods(app: Routes): void {
  const paths = findMyWay(matching)
  const known = new Map<string, RouteOptions[]>()
  app.addHook('onRoute', (route) => {
    const routes = known.get(route.url) ?? []
    if (routes.length === 0) paths.on('GET', route.url, () => undefined, routes)
    routes.push(route)
    known.set(route.url, routes)
  })
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.is404) return done()
    const routes: RouteOptions[] | undefined = paths.find('GET', request.url)?.store
    if (!routes) return done()
    request.patternOfOtherMethods = routes[0]?.url
    reply.header('allow', [...new Set(routes.flatMap(({ method }) => method))].sort().join(', '))
    const scope = routes.find(({ config }) => config?.scope)?.config?.scope
    if (!scope && routes.some(({ config }) => config?.isPage)) return done()
    const answer = errorHandler(scope?.errors ?? commonTable)
    answer(new Refused('method_unknown'), request, reply)
  })
}
