import type { RouteOptions } from 'fastify'
import findMyWay from 'find-my-way'
import { onFirstUse } from '../../lib/process/on-first-use.ts'
import { Refused } from '../../model/errors/refusal.ts'
import { matching } from '../server/server.ts'
import type { Routes } from '../server/typed-fastify.ts'
import { commonTable } from './error-table.ts'
import { errorHandler } from './errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True for pages, whose errors are pages, too. */
    isPage?: boolean
  }
}

/**
 * Answers 405 in the path's own protocol if the path exists but the method does not. For pages, the handler of
 * unknown paths answers, which knows the visitor. The router has a tree for each method, so the paths of all
 * methods are also in one more tree, which is made and searched once the router found nothing. A route for each
 * refused method would mean thousands of routes.
 */
export function refuseOtherMethods(app: Routes): void {
  const known = new Map<string, RouteOptions[]>()
  app.addHook('onRoute', (route) => {
    const routes = known.get(route.url)
    if (routes) routes.push(route)
    else known.set(route.url, [route])
  })
  const paths = onFirstUse(() => {
    const tree = findMyWay(matching)
    for (const [url, routes] of known) tree.on('GET', url, () => undefined, routes)
    return tree
  })
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.is404) return done()
    const routes: RouteOptions[] | undefined = paths().find('GET', request.url)?.store
    if (!routes) return done()
    request.patternOfOtherMethods = routes[0]?.url
    reply.header('allow', [...new Set(routes.flatMap(({ method }) => method))].sort().join(', '))
    const scope = routes.find(({ config }) => config?.scope)?.config?.scope
    if (!scope && routes.some(({ config }) => config?.isPage)) return done()
    const answer = errorHandler(scope?.errors ?? commonTable)
    answer(new Refused('method_unknown'), request, reply)
  })
}
