import type { Routes } from '../server/typed-fastify.ts'

/**
 * What is the same for everybody and changes once in months may be a minute old: so a key or a setting that
 * is new is everywhere within that minute.
 */
export function allowBriefCaching(app: Routes): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('cache-control', 'public, max-age=60')
    done()
  })
}
