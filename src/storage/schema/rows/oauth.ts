/** An application that people sign in to, or with (RFC 6749, section 2). */
export interface OauthClientRow {
  client_id: string
  /** The name that people see on the consent page. */
  name: string
  /** The SHA-256 of the secret in hex. Null for a public client. */
  secret_digest: string | null
  /** A JSON array. */
  redirect_uris: string
  id_token_alg: 'RS256' | 'ES256'
  pkce: 'required' | 'optional'
  created_at: number
  /** A JSON array of the groups whose members may sign in to it, including deleted ones. Null if everybody may. */
  member_groups: string | null
  /** A JSON array of the addresses to which people may be returned after signing out. Null if there are none. */
  logout_uris: string | null
}

/** The access that a user has given to an application. Its codes and tokens are deleted with it. */
export interface OauthGrantRow {
  id: string
  account_id: string
  client_id: string
  /** The account's version when it was given. Once the account has another one, the grant is invalid. */
  credentials_version: number
  /** Separated by spaces. */
  scope: string
  created_at: number
  /** When the last of its tokens expires. Null if it lasts until somebody ends it. */
  expires_at: number | null
}

/** Data that the OAuth library stores for a while (docs/decisions/0035-oauth.md). Found by a digest; no secret. */
export interface OauthArtifactRow {
  /** The SHA-256 of the code or token in hex. */
  digest: string
  kind: 'AuthorizationCode' | 'ClientCredentials' | 'DeviceCode' | 'Interaction' | 'RefreshToken'
  client_id: string
  /** Null if nobody has signed in, or nobody will. */
  account_id: string | null
  /** Null if there is none yet. */
  grant_id: string | null
  /** For a device code, the keyed digest of the code that the user types. */
  user_code_digest: string | null
  /** JSON in the format of the library. */
  payload: string
  issued_at: number
  expires_at: number
  /** When it was used up. If it is presented again, its grant ends. */
  consumed_at: number | null
}
