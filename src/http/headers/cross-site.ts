import { Refused } from '../../model/refusal.ts'
import type { Routes } from '../server/typed-fastify.ts'

/**
 * Refuses what a page elsewhere has a visitor's browser send. Such a page can not read the answer, but each
 * wrong password would be charged to the visitor's address. Browsers say where a request comes from
 * (Fetch Metadata), and ask first before they send JSON across sites; launchers say nothing.
 */
export function refuseCrossSite(app: Routes): void {
  app.addHook('onRequest', ({ raw: { headers } }, _reply, done) => {
    const isCrossSite = headers['sec-fetch-site'] === 'cross-site'
    done(isCrossSite && !isJson(headers['content-type']) ? new Refused('request_cross_site') : undefined)
  })
}

const isJson = (type: string | undefined): boolean => /^application\/json\b/i.test(type ?? '')
