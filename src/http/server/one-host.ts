import { Refused } from '../../model/errors/refusal.ts'
import type { Routes } from './typed-fastify.ts'

/**
 * Answers two Host headers with 400 (RFC 9112, section 3.2): a proxy in front may have used the other one.
 */
export function refuseTwoHosts(app: Routes): void {
  app.addHook('onRequest', ({ raw: { rawHeaders } }, _reply, done) => {
    let hosts = 0
    for (let name = 0; name < rawHeaders.length; name += 2) {
      if (rawHeaders[name]?.length === 4 && rawHeaders[name]?.toLowerCase() === 'host') hosts++
    }
    done(hosts > 1 ? new Refused('host_repeated') : undefined)
  })
}
