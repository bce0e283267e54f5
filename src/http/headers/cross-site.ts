import { Refused } from '../../model/errors/refusal.ts'
import type { Routes } from '../server/typed-fastify.ts'

/**
 * Refuses requests that a page of another site makes a visitor's browser send. That page can't read the answer, but
 * each wrong password would count against the visitor's address. Browsers say where a request comes from (Fetch
 * Metadata), and ask before sending JSON to another site; launchers send neither.
 */
export function refuseCrossSite(app: Routes): void {
  app.addHook('onRequest', ({ raw: { headers } }, _reply, done) => {
    const isCrossSite = headers['sec-fetch-site'] === 'cross-site'
    done(isCrossSite && !isJson(headers['content-type']) ? new Refused('request_cross_site') : undefined)
  })
}

const isJson = (type: string | undefined): boolean => /^application\/json\b/i.test(type ?? '')
