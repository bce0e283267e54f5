/** A password that launchers alone can use (docs/decisions/0115-app-passwords.md). */
export interface AppPasswordRow {
  /** A UUID. */
  id: string
  account_id: string
  /** The character that it signs in. Null for the account's own player. */
  player_id: string | null
  /** An HMAC in hex (state/keys/login-digests.ts). */
  digest: string
  /** The name that its owner chose. Names of one account differ. */
  name: string
  created_at: number
  /** Up to some minutes late, like the two columns below. Null before the first use. */
  last_used_at: number | null
  /** The header of the request that it was last used for. Null if there was none. */
  user_agent: string | null
  address: string | null
}

/** A credential of an account, such as a token or a web session (docs/decisions/0024-one-idea-of-a-credential.md). */
export interface CredentialRow {
  /** The SHA-256 in hex of the secret that proves it, so that a copy of the database opens nothing. */
  digest: string
  /** `launcher`, `oauth`, `web` or `sign-in`. The routes of one kind do not touch credentials of another. */
  kind: string
  account_id: string
  /** The account's version at the time of issue. Once the account has another one, the credential is invalid. */
  credentials_version: number
  /** The rights of its bearer: words of model/accounts/credential.ts, separated by spaces. */
  rights: string
  /**
   * The client it was issued to: the id of an OAuth client, or a launcher's clientToken as JSON, because it may be any
   * string and must fit into a text column.
   */
  client: string
  issued_at: number
  expires_at: number
  /** The header of the request that it was last issued for. Null if there was none, or for an application. */
  user_agent: string | null
  /** The address of its last use. Null for an application, and for a password whose code is still to come. */
  address: string | null
  /** When its owner signed in for it, which a refresh does not change. */
  first_used_at: number
  /** Up to some minutes late. */
  last_used_at: number
  grant_id: string | null
  /** The granted OAuth scopes, separated by spaces. */
  scope: string | null
  /** The app password that it was issued with, and ends with. Null if there was none. */
  app_password_id: string | null
}

export interface SigningKeyRow {
  kid: string
  use: 'tokens' | 'textures' | 'oauth'
  /** 1, 2, 3 … for each use. It is unique, so that if several processes make the next key, one succeeds. */
  generation: number
  /** PKCS #8 in PEM, encrypted if there is an EncryptionRow. */
  private_key: string
  /** SubjectPublicKeyInfo in PEM. */
  public_key: string
  created_at: number
  /** The time from which it signs. A textures key is published before that. */
  signs_from: number
  /** The time until which it is published. Null until a newer key replaces it. */
  published_until: number | null
  /** The time from which its signatures are no longer accepted. Null for a key that was replaced in the usual way. */
  revoked_at: number | null
}

/** The encryption of private keys and TOTP secrets (docs/decisions/0029-secrets-at-rest.md). No row: not encrypted. */
export interface EncryptionRow {
  id: string
  /** The salt of the key's derivation, which differs for each secret. */
  salt: string
  /** An encrypted constant, which distinguishes a wrong secret from a damaged row. */
  check_value: string
  created_at: number
  /** Since when the SQLite file contains nothing of the previous values. Null if that is unknown. */
  erased_at: number | null
}

/** A token of the API for administration (docs/decisions/0049-api.md). */
export interface ApiTokenRow {
  /** A UUID. */
  id: string
  /** The SHA-256 of the token. */
  digest: string
  name: string
  access: 'read' | 'write'
  created_at: number
  /** Null if it has no end. */
  expires_at: number | null
  /** Up to some minutes late. Null before the first use. */
  last_used_at: number | null
  /** The actor that created it, as in the audit log. */
  maker_kind: 'account' | 'cli' | 'api' | 'system'
  maker_id: string | null
  maker_name: string | null
}
