import type { Routes } from '../server/typed-fastify.ts'

/** Nothing in this scope may be cached: its answers are secrets, or true only now (P4: `Cache-Control: no-store`). */
export function forbidCaching(app: Routes): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('cache-control', 'no-store')
    done()
  })
}
