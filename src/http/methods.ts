import { METHODS } from 'node:http'
import type { HTTPMethods } from 'fastify'
import { Refused } from '../model/refusal.ts'
import type { Routes } from './schema.ts'

/** CONNECT is for proxies and never gets here. */
const all: readonly HTTPMethods[] = METHODS.filter((method) => method !== 'CONNECT')

/** Notes which methods each path has; what it gives back answers 405 for the others, once all routes are there. */
export function watchMethods(app: Routes): () => void {
  for (const method of all) if (!app.supportedMethods.includes(method)) app.addHttpMethod(method)
  const paths = new Map<string, Set<string>>()
  app.addHook('onRoute', ({ url, method }) => {
    const methods = paths.get(url) ?? new Set()
    for (const one of [method].flat()) methods.add(one)
    paths.set(url, methods)
  })
  return () => {
    for (const [url, methods] of paths) refuseOthers(app, url, methods)
  }
}

function refuseOthers(app: Routes, url: string, methods: ReadonlySet<string>): void {
  const allow = all.filter((method) => methods.has(method)).join(', ')
  const others = all.filter((method) => !methods.has(method))
  app.route({
    url,
    method: others,
    onRequest: (_request, reply, done) => {
      reply.header('allow', allow)
      done(new Refused('method_unknown'))
    },
    handler: () => undefined,
  })
}
