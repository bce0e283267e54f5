import type { Context } from '../../domain/context.ts'
import type { Assets } from '../assets.ts'

/** What every page of this installation shares. */
export interface Site {
  name: string
  assets: Assets
  /** A path below the base URL as links and forms have it. */
  href: (path: string) => string
}

export function siteOf({ config }: Pick<Context, 'config'>, assets: Assets): Site {
  // With the service's own listener as base URL there is no path in it.
  const prefix = config.baseUrl === undefined ? '' : new URL(config.baseUrl).pathname.replace(/\/$/, '')
  return { name: config.serverName, assets, href: (path) => prefix + path }
}
