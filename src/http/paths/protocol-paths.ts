import type { RouteOptions } from 'fastify'
import type { Routes } from '../server/typed-fastify.ts'

/** Returns a function that tells if a path, known or not, is below a protocol's prefix. Call it before any route. */
export function protocolPaths(app: Routes, base: string): (url: string) => boolean {
  const headOf = (url: string): string =>
    decodeURIComponent(/^\/?[^/?]*/.exec(url.slice(base.length))?.[0] ?? '')
  const routes: RouteOptions[] = []
  app.addHook('onRoute', (route) => void routes.push(route))
  let heads: ReadonlySet<string> | undefined
  return (url) => {
    // A scope marks its routes after this hook has seen them.
    heads ??= new Set(routes.filter(({ config }) => config?.scope).map((route) => headOf(route.url)))
    return url.startsWith(`${base}/`) && heads.has(headOf(url))
  }
}
