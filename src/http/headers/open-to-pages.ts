import type { Routes } from '../server/typed-fastify.ts'

/** The time for which a browser remembers that it may ask, in seconds. */
const askedAgainS = 3600

/** Lets the scripts of every site read the answers of this scope, which are the same for everybody: without cookies. */
export function openToPages(app: Routes): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('access-control-allow-origin', '*')
    done()
  })
}

/** Answers a browser that asks whether a script may send a GET with headers of its own (Fetch, section 3.2.5). */
export function answerPreflight(app: Routes, url: string): void {
  app.options(url, { schema: { hide: true } }, ({ headers }, reply) => {
    const asked = headers['access-control-request-headers']
    return reply
      .code(204)
      .headers({
        'access-control-allow-methods': 'GET',
        'access-control-max-age': askedAgainS,
        vary: 'access-control-request-headers',
        ...(asked !== undefined && { 'access-control-allow-headers': asked }),
      })
      .send()
  })
}
