import type { Routes } from '../server/typed-fastify.ts'

/**
 * Lets caches keep answers for a minute: they are the same for everybody and rarely change, and a new key or
 * setting is everywhere within that minute.
 */
export function allowBriefCaching(app: Routes): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('cache-control', 'public, max-age=60')
    done()
  })
}
