// GET /oauth2/jwks: the keys that verify access tokens.
import { Type } from 'typebox'
import type { Context } from '../../domain/context.ts'
import { jwks } from '../../domain/oauth/jwks.ts'
import { allowBriefCaching } from '../../http/headers/brief-caching.ts'
import { answerPreflight, openToPages } from '../../http/headers/open-to-pages.ts'
import type { Routes } from '../../http/server/typed-fastify.ts'

const JwkSet = Type.Object({ keys: Type.Array(Type.Record(Type.String(), Type.Unknown())) })

/** Registers a JWK Set (RFC 7517) of the keys that sign access tokens. */
export const jwksRoutes = (context: Context) => async (app: Routes) => {
  allowBriefCaching(app)
  openToPages(app)
  answerPreflight(app, '/jwks')
  app.get(
    '/jwks',
    {
      schema: {
        summary: 'The keys that access tokens are verified with',
        tags: ['Verification keys'],
        response: { 200: JwkSet },
      },
    },
    () => jwks(context),
  )
}
