// The rows, as both databases hold them. Instants are epoch milliseconds; a nullable instant is a flag.
import type { AttemptStep } from '../../model/attempt.ts'

export interface AccountRow {
  /** 32 lower-case hex digits. */
  id: string
  username: string
  /** `fold(username)`: unique, what names are looked up by. */
  username_folded: string
  /** Null together with `email_folded`. */
  email: string | null
  email_folded: string | null
  /**
   * The folded e-mail whose owner has opened a link that was sent to it. It counts while it is the account's
   * `email_folded`: whatever changes that ends it (docs/decisions/0052-confirmed-email.md).
   */
  email_confirmed: string | null
  password_hash: string
  /** Counts what ends every credential of the account at once: signout, a changed password, suspension. */
  credentials_version: number
  /** Counts changes of what proves the account: a new password, a new second factor. */
  secrets_version: number
  language: string
  /** Base32, RFC 4648, encrypted where there is an EncryptionRow; null while two-factor protection is off. */
  totp_secret: string | null
  /** When the app was turned on; null while it is off, and where that was before Norn kept it. */
  totp_since: number | null
  /** SHA-256 of the skin file, in hex; null where none is worn. */
  skin_hash: string | null
  skin_model: 'default' | 'slim' | null
  cape_hash: string | null
  suspended_at: number | null
  /** Null while suspended without an end. */
  suspended_until: number | null
  suspension_reason: string | null
  created_at: number
  /** When it goes, as its owner wants; null where it stays. Until then its name is found nowhere. */
  deletes_at: number | null
  /** Words of model/role.ts with a space between two; null where it has none. */
  roles: string | null
}

/** The one owner of a name (docs/decisions/0061-a-name-has-one-owner.md). */
export interface NameClaimRow {
  /** `fold(name)`. */
  name_key: string
  /** Accounts have their rows from triggers on `account`. */
  kind: 'account' | 'held'
  /** The account that has the name, or had it before; one that had it may be gone. */
  account_id: string | null
  /** When a hold ends; null for the name of an account. */
  until: number | null
}

/** An account that is gone: its UUID is not made again (docs/decisions/0062-uuids-of-deleted-accounts.md). */
export interface DeletedAccountRow {
  id: string
}

/** An image that accounts wear or wore before (docs/decisions/0011-textures-in-the-database.md). */
export interface TextureRow {
  /** SHA-256 of the file, in hex. */
  hash: string
  /** The file in Base64. */
  png: string
  /** Since when the sweep has found nobody who wears it or keeps it; null while somebody does. */
  unworn_since: number | null
  /** The account that put it on last; null where that was before Norn kept it. */
  worn_by: string | null
  /** When it did. */
  worn_at: number | null
}

/** A skin that an account wore before (docs/decisions/0036-skins-of-before.md). */
export interface FormerSkinRow {
  account_id: string
  /** Of the file, as in TextureRow. */
  hash: string
  model: 'default' | 'slim'
  taken_off_at: number
}

/** Where an account was signed in from (docs/decisions/0053-work-and-new-devices.md). */
export interface KnownDeviceRow {
  account_id: string
  /** Of its User-Agent without versions, and its network. */
  digest: string
  /** Up to a day ago. */
  seen_at: number
}

export interface UsernameHistoryRow {
  account_id: string
  username: string
  /** When the account took this name. */
  changed_at: number
}

/** What speaks for an account: tokens, web sessions (docs/decisions/0024-one-idea-of-a-credential.md). */
export interface CredentialRow {
  /** SHA-256 of what proves it, in hex: a copy of the store opens nothing. */
  digest: string
  /** `launcher`, `oauth`, `web`, `sign-in`. What one kind's routes issue, replace and end, another kind's do not touch. */
  kind: string
  account_id: string
  /** The account's at the time of issue: a credential of an earlier one is dead. */
  credentials_version: number
  /** What it lets its bearer do: words of model/credential.ts with a space between two. */
  rights: string
  /**
   * What it was given to: an OAuth client's id; a launcher's clientToken as JSON: it is any string, and so fits in
   * a text column.
   */
  client: string
  issued_at: number
  expires_at: number
  /** Of the request that it was last issued for; null where that had none, or was before Norn kept it. */
  user_agent: string | null
  /** Where it was last used from; null where that was before Norn kept it. */
  address: string | null
  /** When its owner signed in for it: refreshing it does not change that. Null where that was before Norn kept it. */
  first_used_at: number | null
  /** Up to some minutes late; null where that was before Norn kept it. */
  last_used_at: number | null
  /** The OAuth grant that it goes with. */
  grant_id: string | null
  /** The OAuth scopes that were granted, with a space between two. */
  scope: string | null
}

/** Players whom an operator has put together (docs/decisions/0064-groups.md). */
export interface PlayerGroupRow {
  name: string
  title: string
  /** `#rrggbb`, or null. */
  colour: string | null
  created_at: number
}

export interface GroupMemberRow {
  account_id: string
  group_name: string
}

/** A server of the game with a root of its own (docs/decisions/0066-game-servers.md). */
export interface GameServerRow {
  id: string
  name: string
  title: string
  /** Null where players are not told. */
  address: string | null
  /** Since when it lets nobody in; null while it does. */
  paused_at: number | null
  /** Whether its answers bear the groups of the player. */
  tells_groups: 'on' | 'off'
  created_at: number
  /** Some seconds late; null before the first time. */
  last_asked_at: number | null
}

/** What makes a root unguessable. One of each server has no end. */
export interface GameServerKeyRow {
  /** SHA-256 of the key, in hex. */
  digest: string
  server_id: string
  /** Encrypted where there is an EncryptionRow. */
  key: string
  created_at: number
  /** When its grace is over; null for the one in force. */
  ends_at: number | null
}

/** A group whose members a server lets in; it may be gone. */
export interface GameServerGroupRow {
  server_id: string
  group_name: string
}

/** An application that people sign in to, or with (RFC 6749, section 2). */
export interface OauthClientRow {
  client_id: string
  /** For people, on the consent page. */
  name: string
  /** SHA-256 of the secret, in hex; null for a public client. */
  secret_digest: string | null
  /** A JSON array. */
  redirect_uris: string
  id_token_alg: 'RS256' | 'ES256'
  pkce: 'required' | 'optional'
  created_at: number
  /** A JSON array of the groups whose members alone may sign in to it, gone ones too; null where everybody may. */
  member_groups: string | null
}

/** What a person has let an application do. Its codes and tokens go with it. */
export interface OauthGrantRow {
  id: string
  account_id: string
  client_id: string
  /** The account's when it was given: a grant of an earlier one is dead. */
  credentials_version: number
  /** With a space between two. */
  scope: string
  created_at: number
  /** When the last of its tokens expires; null where it is remembered until somebody ends it. */
  expires_at: number | null
}

/** What the library keeps for a while (docs/decisions/0035-oauth.md): it is found by a digest, and has no secret. */
export interface OauthArtifactRow {
  /** SHA-256 of the code or token, in hex. */
  digest: string
  kind: 'AuthorizationCode' | 'ClientCredentials' | 'DeviceCode' | 'Interaction' | 'RefreshToken'
  client_id: string
  /** Null where nobody has signed in yet, or nobody does. */
  account_id: string | null
  /** Null while there is none. */
  grant_id: string | null
  /** Of a device code: what the person types, as a digest. */
  user_code_digest: string | null
  /** JSON, as the library reads it. */
  payload: string
  issued_at: number
  expires_at: number
  /** Since when it is used up: presented again, it ends its grant. */
  consumed_at: number | null
}

/** An e-mail address that becomes the account's with the link that was sent there. */
export interface EmailChangeRow {
  /** SHA-256 of the link's token, in hex. */
  digest: string
  account_id: string
  /** The account's when it was asked for: with a new password the link is dead. */
  secrets_version: number
  email: string
  expires_at: number
}

export interface PendingJoinRow {
  account_id: string
  /** SHA-256 of the serverId, which is any string and need not fit in a text column. */
  server_id_digest: string
  /** The client's address in canonical form. */
  address: string
  credentials_version: number
  expires_at: number
}

export interface UsedTotpStepRow {
  account_id: string
  step: number
}

/** Signs its account in once, in the place of a code of its authenticator app. */
export interface RecoveryCodeRow {
  account_id: string
  /** An HMAC under the account's TOTP secret, in hex. */
  digest: string
}

/** What a browser or phone signs in with (WebAuthn). */
export interface PasskeyRow {
  /** The credential's id, in base64url. */
  id: string
  account_id: string
  /** As its owner calls it; different ones within an account. */
  name: string
  /** COSE (RFC 9053), in base64url. */
  public_key: string
  /** How often it has signed, as it says itself; 0 where it does not count. */
  counter: number
  created_at: number
  last_used_at: number | null
}

/** A mailed link that takes a new factor away again. */
export interface FactorUndoRow {
  /** SHA-256 of its token. */
  digest: string
  account_id: string
  /** Null for the authenticator app. */
  passkey_id: string | null
  /** When the account got the factor: another one is not what the link is about. */
  since: number
  expires_at: number
}

/** A challenge that was answered, and so is not good again. */
export interface UsedChallengeRow {
  /** SHA-256, in hex. */
  digest: string
  expires_at: number
}

/** A budget, of wrong guesses or of uploads: the instant at which it would be full again. */
export interface GuessRow {
  key: string
  full_at: number
}

/** A client of the lookup API that has asked a lot, or is or was banned. */
export interface LookupClientRow {
  /** An IPv4 address, or the /64 of an IPv6 one; or a wider network, which is only ever banned. */
  network: string
  /** Its budget of requests: the instant at which it would be full again. */
  full_at: number
  /** The last ban, if any. */
  banned_at: number | null
  /** Null while banned without an end. */
  ends_at: number | null
  /** In milliseconds, of the last automatic ban; 0 where there was none. */
  ban_length: number
  /** When all of this no longer matters; null while banned without an end. */
  forgotten_at: number | null
}

export interface SigningKeyRow {
  kid: string
  use: 'tokens' | 'textures' | 'oauth'
  /** 1, 2, 3 … for each use; unique, so that of several processes making the next key one succeeds. */
  generation: number
  /** PKCS #8, PEM; encrypted where there is an EncryptionRow. */
  private_key: string
  /** SubjectPublicKeyInfo, PEM. */
  public_key: string
  created_at: number
  /** From when on it signs: a textures key is published first. */
  signs_from: number
  /** Until when it is published; null while no newer key has replaced it. */
  published_until: number | null
  /** Since when nothing that it signed is accepted; null for a key that was replaced in the usual way. */
  revoked_at: number | null
}

/** How private keys and TOTP secrets are encrypted (docs/decisions/0029-secrets-at-rest.md). No row: they are not. */
export interface EncryptionRow {
  id: string
  /** Of the key's derivation; another one for each secret. */
  salt: string
  /** A constant, encrypted: tells a wrong secret from a damaged row. */
  check_value: string
  created_at: number
  /** Since when nothing of the values before is left in the SQLite file; null where that is not known. */
  erased_at: number | null
}

/** Something that was done, and by whom (docs/decisions/0030-audit-log.md). */
export interface AuditEntryRow {
  /** A UUID of version 7: in the order of time. */
  id: string
  at: number
  /** As model/audit.ts names it. */
  event: string
  /** The account that it is about, which may be gone since. */
  account_id: string | null
  actor_kind: 'account' | 'cli' | 'api' | 'system'
  actor_id: string | null
  actor_name: string | null
  /** The client's. */
  address: string | null
  /** A JSON object. */
  details: string
  /** The number of the seal that it is under; null until it is. */
  seal: number | null
}

/** Vouches for some entries and for the seal before it. */
export interface AuditSealRow {
  /** 1, 2, 3 … */
  number: number
  at: number
  /** How many entries are under it. */
  entries: number
  /** SHA-256 of the lines of these entries, in hex. */
  digest: string
  /** The last seal whose entries have been kept for long enough: with all before them they may be gone. */
  dropped: number
  /** SHA-256, in hex, of all of the above and of the hash of the seal before. */
  hash: string
  /** Of the last seal its hash, encrypted where there is an EncryptionRow; null for those before. */
  mac: string | null
}

/** Mail that is still to be sent (docs/decisions/0034-mail.md). */
export interface MailRow {
  /** A UUID: of the same mail at each try. */
  id: string
  kind: string
  /** An e-mail address. */
  recipient: string
  /** A language code. */
  language: string
  /** A MailContent as JSON, without its token. */
  content: string
  /** Of its link, encrypted where there is an EncryptionRow; null where there is none. */
  token: string | null
  created_at: number
  /** When it is to be tried next; while somebody tries it, when somebody else may. */
  due_at: number
  tries: number
  /** From when on it is worth nothing. */
  expires_at: number
}

/** An account that waits for its e-mail to be confirmed. Several may wait for one name: the first confirmed has it. */
export interface RegistrationRow {
  /** SHA-256 of the link's token. */
  digest: string
  username: string
  username_folded: string
  email: string
  email_folded: string
  password_hash: string
  language: string
  /** With which it was registered; it may be gone since. */
  invite_id: string | null
  expires_at: number
  /** SHA-256 of the cookie of the browser that registered; null where that was before Norn kept it. */
  browser: string | null
  /** The widest group of its client's address; empty where that was before Norn kept it. */
  network: string
  /** The group of its invite; null where that names none. */
  group_name: string | null
}

/** A link to choose a new password. */
export interface RecoveryRow {
  /** SHA-256 of its token. */
  digest: string
  /** Of no account where none has the e-mail that was asked for: that takes the same time. */
  account_id: string
  /** The account's when it was asked for: a new password ends all links of before. */
  secrets_version: number
  /** Where the link was sent: another e-mail ends it. Null where nobody has it. */
  email_folded: string | null
  expires_at: number
}

export interface InviteRow {
  id: string
  code: string
  /** How many may still register with it. */
  uses: number
  created_at: number
  /** Null where it has no end. */
  expires_at: number | null
  /** Of which whoever registers with it is a member; it may be gone since. Null for none. */
  group_name: string | null
}

/** An address that is told of events (docs/decisions/0051-webhooks.md). */
export interface WebhookRow {
  id: string
  /** Encrypted where there is an EncryptionRow: those of chat services have a token in them. */
  url: string
  /** `whsec_` and Base64; encrypted where there is an EncryptionRow. */
  secret: string
  /** A JSON array of the events it is told of, as given. */
  events: string
  format: 'standard' | 'discord'
  created_at: number
  /** What is under this seal and those before it has been looked at. */
  fed_seal: number
  /** Until then one process sends to it, and no other. */
  leased_until: number
  /** Since when nothing is sent any more; null while it is on. */
  off_at: number | null
}

/** An entry of the audit log on its way to a webhook. */
export interface WebhookDeliveryRow {
  webhook_id: string
  /** Of the entry. */
  id: string
  /** The entry's. Deliveries are in the order of seals, then ids. */
  seal: number
  event: string
  /** The entry as JSON, as the export of the log has it. */
  entry: string
  state: 'waiting' | 'delivered' | 'failed'
  /** A JSON array of the newest tries. */
  attempts: string
  /** Since it was last to be sent from the start. */
  tries: number
  /** When it is to be tried next. */
  due_at: number
}

/** A token of the API for administration (docs/decisions/0049-api.md). */
export interface ApiTokenRow {
  /** A UUID. */
  id: string
  /** SHA-256 of the token. */
  digest: string
  name: string
  access: 'read' | 'write'
  created_at: number
  /** Null where it has no end. */
  expires_at: number | null
  /** Some minutes late; null before the first use. */
  last_used_at: number | null
  /** Who made it, as the audit log says; null for tokens of earlier releases. */
  maker_kind: 'account' | 'cli' | 'api' | 'system' | null
  maker_id: string | null
  maker_name: string | null
}

/** A request of the API that may come a second time. */
export interface IdempotencyKeyRow {
  /** SHA-256 of token and key. */
  digest: string
  token_id: string
  /** SHA-256 of what was asked for. */
  request: string
  /** Encrypted with a key that is made of the token; null while it is worked on. */
  answer: string | null
  started_at: number
  expires_at: number
}

/** What was tried last on the way into the game (docs/decisions/0050-attempts.md). */
export interface AttemptRow {
  /** The account's id; of a name that no account had its digest (state/keys/login-digests.ts). */
  subject: string
  step: AttemptStep
  /** When it was refused; 0 for what succeeded, of which there is one row: the last. */
  refused_at: number
  at: number
  /** A Refusal, or what OAuth 2.0 calls it; null where it succeeded. */
  reason: string | null
  /** A RefusalDetail. */
  detail: string | null
  /** The client's, as clientNetwork writes it. */
  network: string
  /** The client's, in canonical form. */
  address: string
  /** The name of the game server that asked below its root; null for others. */
  server: string | null
}

/** How often a step into the game ended how within an hour, of all processes. */
export interface HourCountRow {
  /** When the hour begins. */
  at: number
  /** A PlayerStep. */
  step: string
  /** `ok`, a RefusalDetail or a Refusal. */
  outcome: string
  count: number
}

export interface Schema {
  name_claim: NameClaimRow
  account: AccountRow
  deleted_account: DeletedAccountRow
  texture: TextureRow
  former_skin: FormerSkinRow
  username_history: UsernameHistoryRow
  player_group: PlayerGroupRow
  group_member: GroupMemberRow
  game_server: GameServerRow
  game_server_key: GameServerKeyRow
  game_server_group: GameServerGroupRow
  oauth_client: OauthClientRow
  oauth_grant: OauthGrantRow
  oauth_artifact: OauthArtifactRow
  credential: CredentialRow
  known_device: KnownDeviceRow
  email_change: EmailChangeRow
  pending_join: PendingJoinRow
  used_totp_step: UsedTotpStepRow
  recovery_code: RecoveryCodeRow
  passkey: PasskeyRow
  factor_undo: FactorUndoRow
  used_challenge: UsedChallengeRow
  guess: GuessRow
  lookup_client: LookupClientRow
  signing_key: SigningKeyRow
  encryption: EncryptionRow
  audit_entry: AuditEntryRow
  audit_seal: AuditSealRow
  mail: MailRow
  registration: RegistrationRow
  recovery: RecoveryRow
  invite: InviteRow
  webhook: WebhookRow
  webhook_delivery: WebhookDeliveryRow
  api_token: ApiTokenRow
  idempotency_key: IdempotencyKeyRow
  attempt: AttemptRow
  hour_count: HourCountRow
}

/** Every table and its primary key, in an order in which rows find what they refer to. */
export const primaryKeys: Readonly<Record<keyof Schema, readonly [string, ...string[]]>> = {
  // Before the accounts, whose triggers leave a name alone that is theirs already.
  name_claim: ['name_key'],
  account: ['id'],
  deleted_account: ['id'],
  texture: ['hash'],
  former_skin: ['account_id', 'hash'],
  username_history: ['account_id', 'changed_at', 'username'],
  player_group: ['name'],
  group_member: ['account_id', 'group_name'],
  game_server: ['id'],
  game_server_key: ['digest'],
  game_server_group: ['server_id', 'group_name'],
  oauth_client: ['client_id'],
  oauth_grant: ['id'],
  oauth_artifact: ['digest'],
  credential: ['digest'],
  known_device: ['account_id', 'digest'],
  email_change: ['digest'],
  pending_join: ['account_id', 'server_id_digest'],
  used_totp_step: ['account_id', 'step'],
  recovery_code: ['account_id', 'digest'],
  passkey: ['id'],
  factor_undo: ['digest'],
  used_challenge: ['digest'],
  guess: ['key'],
  lookup_client: ['network'],
  signing_key: ['kid'],
  encryption: ['id'],
  audit_entry: ['id'],
  audit_seal: ['number'],
  mail: ['id'],
  registration: ['digest'],
  recovery: ['digest'],
  invite: ['id'],
  webhook: ['id'],
  webhook_delivery: ['webhook_id', 'id'],
  api_token: ['id'],
  idempotency_key: ['digest'],
  attempt: ['subject', 'step', 'refused_at'],
  hour_count: ['at', 'step', 'outcome'],
}

export const tables = Object.keys(primaryKeys) as readonly (keyof Schema)[]
