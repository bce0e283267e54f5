import type { FastifyRequest } from 'fastify'
import type { ChangeContext, SiteContext } from '../../domain/context.ts'
import { reachOf } from '../../lib/net/reach.ts'

/**
 * Returns a hook that warns once if requests with `X-Forwarded-For` arrive while the base URL is one that clients
 * behind a proxy can't use.
 */
export function baseUrlWarning({ baseUrl, log }: ChangeContext & SiteContext) {
  let hasWarned = false
  // The base URL is known once the service listens, and then stays the same.
  let base: URL | undefined
  return (request: FastifyRequest): void => {
    if (hasWarned) return
    base ??= new URL(baseUrl())
    const problem = problemOf(base, request)
    if (problem === undefined) return
    hasWarned = true
    log.warn(
      `${problem}, but NORN_BASE_URL=${baseUrl()}: set it to the address that clients use, since launchers and games are told it`,
    )
  }
}

function problemOf({ hostname, protocol }: URL, { raw }: FastifyRequest): string | undefined {
  const reach = reachOf(hostname)
  if (reach === 'machine' || reach === 'nowhere') return 'requests come through a proxy'
  const isTls = raw.headers['x-forwarded-proto'] === 'https'
  return isTls && protocol === 'http:' ? 'clients speak https to a proxy' : undefined
}
