import type { FastifyRequest } from 'fastify'
import type { Context } from '../../domain/context.ts'
import { reachOf } from '../../lib/net/reach.ts'

/** Has requests with `X-Forwarded-For` looked at. Warns once where the base URL is none that clients behind a proxy can use. */
export function baseUrlWarning({ baseUrl, log }: Pick<Context, 'baseUrl' | 'log'>) {
  let hasWarned = false
  // It is known once the service listens; then it stays.
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
