import type { Routes } from '../server/typed-fastify.ts'

/**
 * Lets caches keep answers for some seconds: they are the same for everybody and rarely change, and a new key is
 * everywhere within a minute.
 */
export function allowBriefCaching(app: Routes, seconds = 60): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('cache-control', `public, max-age=${seconds}`)
    done()
  })
}
