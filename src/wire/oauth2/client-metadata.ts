import type { AdapterPayload } from 'oidc-provider'
import { type OauthClient, sharedClientId } from '../../model/oauth.ts'

export const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code'

/** What MSAL, with which one launcher signs in, calls it. */
export const deviceGrantOfMsal = 'device_code'

/** The name of our own field in it. */
export const pkceMetadata = 'norn_pkce'

/** The same: the groups whose members alone may sign in. */
export const groupsMetadata = 'norn_groups'

/** A client as the library wants it described (RFC 7591, section 2). */
export function clientMetadata(client: OauthClient): AdapterPayload {
  const { clientId, name, isPublic, secretDigest, redirectUris, idTokenAlg, pkce, groups } = client
  const hasCode = clientId !== sharedClientId
  return {
    client_id: clientId,
    client_name: name,
    redirect_uris: redirectUris,
    response_types: hasCode ? ['code'] : [],
    grant_types: [
      ...(hasCode ? ['authorization_code'] : []),
      'refresh_token',
      deviceGrant,
      deviceGrantOfMsal,
      ...(isPublic ? [] : ['client_credentials']),
    ],
    id_token_signed_response_alg: idTokenAlg,
    [pkceMetadata]: pkce,
    [groupsMetadata]: groups,
    // A native one may ask for its answers at any port of this machine (RFC 8252, section 7.3).
    application_type: isPublic ? 'native' : 'web',
    ...(secretDigest === undefined
      ? { token_endpoint_auth_method: 'none' }
      : { token_endpoint_auth_method: 'client_secret_basic', client_secret: secretDigest }),
  }
}
