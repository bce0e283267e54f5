import type { FastifyRequest } from 'fastify'
import type { Context } from '../domain/context.ts'
import { reachOf } from '../lib/reach.ts'
import type { Routes } from './typed-fastify.ts'

/** Warns once where requests come through a proxy, and the base URL is none that its clients can use. */
export function watchBaseUrl(app: Routes, { baseUrl, log }: Pick<Context, 'baseUrl' | 'log'>): void {
  let hasWarned = false
  // It is known once the service listens; then it stays.
  let base: URL | undefined
  app.addHook('onRequest', (request, _reply, done) => {
    if (hasWarned || request.raw.headers['x-forwarded-for'] === undefined) return done()
    base ??= new URL(baseUrl())
    const problem = problemOf(base, request)
    if (problem !== undefined) {
      hasWarned = true
      log.warn(
        `${problem}, but NORN_BASE_URL=${baseUrl()}: set it to the address that clients use, since launchers and games are told it`,
      )
    }
    done()
  })
}

function problemOf({ hostname, protocol }: URL, { raw }: FastifyRequest): string | undefined {
  const reach = reachOf(hostname)
  if (reach === 'machine' || reach === 'nowhere') return 'requests come through a proxy'
  const isTls = raw.headers['x-forwarded-proto'] === 'https'
  return isTls && protocol === 'http:' ? 'clients speak https to a proxy' : undefined
}
