import type { Routes } from './typed-fastify.ts'

/** No answer of the launcher and session requests may be cached (P4). */
export function forbidCaching(app: Routes): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('cache-control', 'no-store')
    done()
  })
}
