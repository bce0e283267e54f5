import type { AdapterPayload } from 'oidc-provider'
import { type OauthClient, sharedClientId } from '../../../model/community/oauth.ts'

export const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code'

/** MSAL, which one launcher signs in with, uses this name. */
export const deviceGrantOfMsal = 'device_code'

/** Our own metadata field: whether PKCE is required. */
export const pkceMetadata = 'norn_pkce'

/** Our own metadata field: the groups whose members alone may sign in. */
export const groupsMetadata = 'norn_groups'

/** Returns a client in the form that the library expects (RFC 7591, section 2). */
export function clientMetadata(client: OauthClient): AdapterPayload {
  const { clientId, client_name, redirect_uris, secretDigest } = client
  const hasCode = clientId !== sharedClientId
  return {
    client_id: clientId,
    client_name,
    redirect_uris,
    response_types: hasCode ? ['code'] : [],
    grant_types: [
      ...(hasCode ? ['authorization_code'] : []),
      'refresh_token',
      deviceGrant,
      deviceGrantOfMsal,
      ...(client.public ? [] : ['client_credentials']),
    ],
    id_token_signed_response_alg: client.id_token_alg,
    [pkceMetadata]: client.pkce,
    [groupsMetadata]: client.groups,
    // A native application may receive its answers at any port of the device (RFC 8252, section 7.3).
    application_type: client.public ? 'native' : 'web',
    ...(secretDigest === undefined
      ? { token_endpoint_auth_method: 'none' }
      : { token_endpoint_auth_method: 'client_secret_basic', client_secret: secretDigest }),
  }
}
