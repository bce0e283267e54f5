// POST /oauth2/{authorize,end-session}: a request from a form on the application's own page.
import { Type } from 'typebox'
import { acceptAnyBody } from '../../http/body/body.ts'
import { formFieldsWithoutNul } from '../../http/body/fields.ts'
import { protocolScope } from '../../http/paths/protocol-scope.ts'
import type { Routes } from '../../http/server/typed-fastify.ts'
import { oauthErrors } from './errors.ts'

/**
 * Redirects the browser to a GET (OpenID Connect Core, section 3.1.2.1, and RP-Initiated Logout, section 2, require both), since it does not send the
 * session cookie with another site's form. `base` is the path of the base URL.
 */
export const authorizationPostRoute = (base: string) => async (app: Routes) => {
  const refuses = protocolScope(app, { title: 'OAuth 2.0', errors: oauthErrors })
  acceptAnyBody(app, async (body, type) => {
    const fields = body.length === 0 ? [] : [...(await formFieldsWithoutNul(body, type))]
    const asked = new URLSearchParams()
    for (const [name, value] of fields) if (typeof value === 'string') asked.append(name, value)
    return asked
  })
  // A request line can't be longer, either.
  const bodyLimit = 8 * 1024
  const schema = { hide: true, body: Type.Unsafe<URLSearchParams | undefined>(Type.Unknown()) }
  for (const name of ['authorize', 'end-session']) {
    app.post(`/${name}`, { bodyLimit, schema, config: refuses() }, ({ body }, reply) =>
      reply.redirect(`${base}/oauth2/${name}?${body?.toString() ?? ''}`, 303),
    )
  }
}
