import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../domain/context.ts'
import { htmlText } from '../lib/html.ts'
import { Refused } from '../model/refusal.ts'

const policy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Java programs, games among them, accept HTML unless told otherwise; they read the JSON. */
const javaDefault = /^text\/html, image\/gif, image\/jpeg/

/** Unknown paths: a page for people, and for programs the error in their words. */
export const notFound = (context: Pick<Context, 'config' | 'baseUrl'>) => {
  const name = htmlText(context.config.serverName)
  return (request: FastifyRequest, reply: FastifyReply) => {
    const { accept = '' } = request.headers
    const isBrowser = accept.includes('text/html') && !javaDefault.test(accept)
    const refused = new Refused('route_unknown')
    if (request.method !== 'GET' || !isBrowser) throw refused
    request.refused = refused
    const home = htmlText(`${context.baseUrl()}/`)
    return reply
      .code(404)
      .header('content-security-policy', policy)
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Page not found – ${name}</title>
<main>
<h1>Page not found</h1>
<p>There is nothing at this address. Check it for typing errors, or go to <a href="${home}">${name}</a>.</p>
</main>
</html>
`)
  }
}
