// GET /: for whoever types the address into a browser, or only the host into a launcher.
import type { Context } from '../domain/context.ts'
import { allowBriefCaching } from '../http/brief-caching.ts'
import type { Routes } from '../http/typed-fastify.ts'
import { htmlText } from '../lib/html.ts'

const policy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Says whose service this is and what a launcher is pointed at. The account pages will take its place. */
export const homeRoutes = (context: Context) => async (app: Routes) => {
  allowBriefCaching(app)
  app.get('/', { schema: { hide: true } }, async (_request, reply) => {
    const name = htmlText(context.config.serverName)
    const base = htmlText(context.baseUrl())
    return reply
      .header('content-security-policy', policy)
      .type('text/html; charset=utf-8')
      .send(`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${name}</title>
<h1>${name}</h1>
<p>Players sign in here from their launcher. Accounts are made by the operators.</p>
<p>Launchers that know authlib-injector are pointed at <code>${base}/authlib-injector</code>.</p>
<p>Every request is described in <a href="${base}/docs">the reference</a>.</p>
</html>
`)
  })
}
