import type { Routes } from '../server/typed-fastify.ts'

/** Forbids caching in this scope: its answers are secrets, or only true now (P4: `Cache-Control: no-store`). */
export function forbidCaching(app: Routes): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('cache-control', 'no-store')
    done()
  })
}
