// GET /.well-known/{openid-configuration,oauth-authorization-server}: the endpoints and abilities of this service.
import { type Static, Type } from 'typebox'
import type { Context } from '../../domain/context.ts'
import { allowBriefCaching } from '../../http/headers/brief-caching.ts'
import { answerPreflight, openToPages } from '../../http/headers/open-to-pages.ts'
import type { Routes } from '../../http/server/typed-fastify.ts'
import { claimsOfScopes, scopesOf, sharedClientId } from '../../model/community/oauth.ts'
import { idTokenAlgs } from '../../model/fields/client.ts'

const Url = Type.String({ format: 'uri' })
const Words = Type.Array(Type.String())

const Discovery = Type.Object({
  issuer: Type.String(),
  authorization_endpoint: Url,
  token_endpoint: Url,
  device_authorization_endpoint: Url,
  userinfo_endpoint: Url,
  jwks_uri: Url,
  revocation_endpoint: Url,
  end_session_endpoint: Url,
  introspection_endpoint: Url,
  scopes_supported: Words,
  claims_supported: Words,
  response_types_supported: Words,
  response_modes_supported: Words,
  grant_types_supported: Words,
  code_challenge_methods_supported: Words,
  token_endpoint_auth_methods_supported: Words,
  revocation_endpoint_auth_methods_supported: Words,
  introspection_endpoint_auth_methods_supported: Words,
  subject_types_supported: Words,
  id_token_signing_alg_values_supported: Words,
  authorization_response_iss_parameter_supported: Type.Boolean(),
  claims_parameter_supported: Type.Boolean(),
  request_parameter_supported: Type.Boolean(),
  request_uri_parameter_supported: Type.Boolean(),
  service_documentation: Url,
  shared_client_id: Type.String({ description: 'A client that any launcher may use, for devices.' }),
})

/**
 * Registers the same document under both names (OpenID Connect Discovery 1.0, RFC 8414). `suffix` is the issuer's
 * path.
 */
export const discoveryRoutes =
  (context: Context, suffix = '') =>
  async (app: Routes) => {
    allowBriefCaching(app)
    openToPages(app)
    for (const name of ['openid-configuration', 'oauth-authorization-server']) {
      answerPreflight(app, `/${name}${suffix}`)
      app.get(
        `/${name}${suffix}`,
        {
          schema: {
            summary: 'What OAuth 2.0 and OpenID Connect clients need to know',
            tags: ['OAuth 2.0'],
            response: { 200: Discovery },
            hide: suffix !== '',
          },
        },
        () => discovery(context.baseUrl(), context.config.game),
      )
    }
  }

function discovery(issuer: string, game: string): Static<typeof Discovery> {
  const at = (name: string) => `${issuer}/oauth2/${name}`
  const secrets = ['client_secret_basic', 'client_secret_post']
  return {
    issuer,
    authorization_endpoint: at('authorize'),
    token_endpoint: at('token'),
    device_authorization_endpoint: at('device_authorization'),
    userinfo_endpoint: at('userinfo'),
    jwks_uri: at('jwks'),
    revocation_endpoint: at('revoke'),
    end_session_endpoint: at('end-session'),
    introspection_endpoint: at('introspect'),
    scopes_supported: [...scopesOf(game)],
    claims_supported: [...new Set(Object.values(claimsOfScopes).flat())],
    response_types_supported: ['code'],
    response_modes_supported: ['query', 'fragment', 'form_post'],
    grant_types_supported: [
      'authorization_code',
      'refresh_token',
      'client_credentials',
      'urn:ietf:params:oauth:grant-type:device_code',
    ],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: [...secrets, 'none'],
    revocation_endpoint_auth_methods_supported: [...secrets, 'none'],
    introspection_endpoint_auth_methods_supported: secrets,
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: [...idTokenAlgs],
    authorization_response_iss_parameter_supported: true,
    claims_parameter_supported: false,
    request_parameter_supported: false,
    request_uri_parameter_supported: false,
    service_documentation: `${issuer}/docs`,
    shared_client_id: sharedClientId,
  }
}
