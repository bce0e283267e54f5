import type { FastifyRequest } from 'fastify'
import type { Site } from '../context/site.ts'

/**
 * Returns the path of the page that contains the form sent to this path: the nearest path above it with a GET
 * route. Undefined for forms that are on every page.
 */
export function formPage(site: Site, { server, routeOptions, url }: FastifyRequest): string | undefined {
  const own = site.href('/').length
  let pattern = routeOptions.url ?? ''
  let path = pathOf(url)
  while (pattern.length > own && path.length > own) {
    if (server.hasRoute({ method: 'GET', url: pattern })) return path
    pattern = pattern.slice(0, pattern.lastIndexOf('/'))
    path = path.slice(0, path.lastIndexOf('/'))
  }
  return undefined
}

export const pathOf = (url: string): string => url.replace(/\?.*$/s, '')
