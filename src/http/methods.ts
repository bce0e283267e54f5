import { METHODS } from 'node:http'
import type { HTTPMethods, RouteOptions } from 'fastify'
import { Refused } from '../model/refusal.ts'
import { errorHandler } from './errors.ts'
import type { Routes } from './schema.ts'

/** CONNECT is for proxies and never gets here. */
const all: readonly HTTPMethods[] = METHODS.filter((method) => method !== 'CONNECT')

/** Notes which methods each path has; what it gives back answers 405 for the others, once all routes are there. */
export function watchMethods(app: Routes): () => void {
  for (const method of all) if (!app.supportedMethods.includes(method)) app.addHttpMethod(method)
  const paths = new Map<string, RouteOptions[]>()
  app.addHook('onRoute', (route) => {
    paths.set(route.url, [...(paths.get(route.url) ?? []), route])
  })
  return () => {
    for (const [url, routes] of paths) refuseOthers(app, url, routes)
  }
}

/** In the words of the path's own protocol. */
function refuseOthers(app: Routes, url: string, routes: readonly RouteOptions[]): void {
  const methods = new Set<string>(routes.flatMap(({ method }) => method))
  const allow = all.filter((method) => methods.has(method)).join(', ')
  const group = routes.find(({ config }) => config?.group)?.config?.group
  app.route({
    url,
    method: all.filter((method) => !methods.has(method)),
    ...(group && { errorHandler: errorHandler(group.errors) }),
    onRequest: (_request, reply, done) => {
      reply.header('allow', allow)
      done(new Refused('method_unknown'))
    },
    handler: () => undefined,
  })
}
