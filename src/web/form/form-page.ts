import type { FastifyRequest } from 'fastify'
import { namedPlayer, pathFor } from '../context/named-player.ts'
import type { Site } from '../context/site.ts'

/**
 * Returns the address of the page that contains the form sent to this one: the nearest path above it with a GET route,
 * with the player that the form is for. Undefined for forms that are on every page.
 */
export function formPage(site: Site, { server, routeOptions, url }: FastifyRequest): string | undefined {
  const own = site.href('/').length
  let pattern = routeOptions.url ?? ''
  let path = pathOf(url)
  while (pattern.length > own && path.length > own) {
    if (server.hasRoute({ method: 'GET', url: pattern })) return pathFor(path, namedPlayer(url))
    pattern = pattern.slice(0, pattern.lastIndexOf('/'))
    path = path.slice(0, path.lastIndexOf('/'))
  }
  return undefined
}

/** Returns the path of an address, with the player that it names: what tells one form from another. */
export const addressOf = (url: string): string => pathFor(pathOf(url), namedPlayer(url))

export const pathOf = (url: string): string => url.replace(/\?.*$/s, '')
