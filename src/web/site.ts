import type { Context } from '../domain/context.ts'
import type { Routes } from '../http/typed-fastify.ts'
import type { Assets } from './assets.ts'

/** What every page of this installation shares. */
export interface Site {
  name: string
  assets: Assets
  /** A path below the base URL as links and forms have it. */
  href: (path: string) => string
  /** Whether there is a page at that path. */
  has: (path: string) => boolean
}

export function siteOf(
  app: Routes,
  { config, baseUrl }: Pick<Context, 'config' | 'baseUrl'>,
  assets: Assets,
): Site {
  // With the service's own listener as base URL there is no path in it.
  const prefix = (): string => new URL(baseUrl()).pathname.replace(/\/$/, '')
  return {
    name: config.serverName,
    assets,
    href: (path) => prefix() + path,
    has: (path) => app.hasRoute({ method: 'GET', url: prefix() + path }),
  }
}
