// The rows as they are in both databases. Instants are epoch milliseconds. A nullable instant says whether and since when;
// what is only true or false is a Flag.

import type { OneTimeLinkPurpose } from '../../model/accounts/one-time-link.ts'
import type { Role } from '../../model/accounts/role.ts'
import type { AdmittedPlayers } from '../../model/community/admitted-players.ts'
import type { LinkedPlayerUse, LinkProof } from '../../model/community/linked-player.ts'
import type { NeighbourProblem } from '../../model/community/neighbour.ts'
import type {
  MemberProblem,
  Provider,
  ProviderEmail,
  ProviderKind,
  ProviderPreset,
  ProviderRegistration,
} from '../../model/community/provider.ts'
import type { VisitRefusal } from '../../model/errors/visit-refusal.ts'
import type { NeighbourKind, NeighbourTextures, NeighbourWho } from '../../model/fields/neighbour.ts'
import type { AttemptStep } from '../../model/records/attempt.ts'
import type { Flag } from '../engine/flags.ts'

export interface AccountRow {
  /** 32 lower-case hex digits. */
  id: string
  username: string
  /** `fold(username)`. It is unique, and names are looked up by it. */
  username_folded: string
  /** Null if `email_folded` is null. */
  email: string | null
  email_folded: string | null
  /**
   * The folded email address that the owner has confirmed by a link. It is valid while it equals `email_folded`, so
   * every change of the address ends it (docs/decisions/0052-confirmed-email.md).
   */
  email_confirmed: string | null
  password_hash: string
  /** Incremented by everything that ends all credentials of the account: a signout, a new password, a suspension. */
  credentials_version: number
  /** Incremented by changes of what proves the account: a new password, a new second factor. */
  secrets_version: number
  language: string
  /** Base32 (RFC 4648), encrypted if there is an EncryptionRow. Null while the second factor is off. */
  totp_secret: string | null
  /** When the app was turned on. Null while it is off. */
  totp_since: number | null
  /** The SHA-256 of the skin file in hex. Null if there is none. */
  skin_hash: string | null
  skin_model: 'default' | 'slim' | null
  cape_hash: string | null
  /** The cape that its owner took off for a while. It is set only while `cape_hash` is null. */
  hidden_cape: string | null
  suspended_at: number | null
  /** Null for a suspension without an end. */
  suspended_until: number | null
  suspension_reason: string | null
  /** The role as which somebody suspended it. Null if it never was, or an import brought the suspension. */
  suspended_by: Role | null
  created_at: number
  /** When the account will be deleted, as its owner wants. Null if not. Until then, lookups do not find it. */
  deletes_at: number | null
  /** Words of model/accounts/role.ts, separated by spaces. Null if it has none. */
  roles: string | null
  /**
   * The names of its groups, separated by spaces, as triggers keep them. Null if it is in none. A character has those of
   * its owner, like the language.
   */
  group_names: string | null
  /** The account that signs in this character (docs/decisions/0131-characters-are-accounts.md). Null for an account. */
  owner_id: string | null
  /** The player that the account's email address signs in. Null for its own player, and in characters. */
  primary_id: string | null
  /** Set if the player uses the friends list. Null for what NORN_FRIENDS says. */
  friends_list: Flag | null
  /** Set if others may ask the player to be a friend. Null for what NORN_FRIENDS says. */
  friend_requests: Flag | null
}

/** Two players who are friends, or of whom one has asked (docs/decisions/0139-friends.md). */
export interface FriendshipRow {
  /** The lower of the two ids. */
  low: string
  high: string
  /** The one that asked the other. Null once they are friends. */
  asked_by: string | null
  /** When they became friends, or one asked. */
  since: number
}

/** A player whom another one blocks. */
interface BlockedPlayerRow {
  account_id: string
  other_id: string
  since: number
}

/** The last report of a game with its token. On PostgreSQL a crash may lose it. */
export interface PresenceRow {
  /** The digest of the token, as in CredentialRow. */
  token: string
  account_id: string
  /** A random UUID. */
  pmid: string
  /** A word of model/game/presence.ts. */
  status: string
  /** When the status was first reported. */
  since: number
  /** The instant until which the report is true. */
  until: number
  /** The text that friends need to join the world. Null if they can't. */
  join_value: string | null
  /** The ids of those who are invited to it, separated by spaces. */
  invites: string | null
}

/** The only owner of a name (docs/decisions/0061-a-name-has-one-owner.md). */
export interface NameClaimRow {
  /** `fold(name)`. */
  name_key: string
  /** Triggers on `account` write the rows of kind `account`. */
  kind: 'account' | 'held' | 'visitor'
  /** The account that has or had the name. One that had it may be deleted. Null for the name of a visitor. */
  account_id: string | null
  /** When the hold ends. Null for a name that is not held. */
  until: number | null
  /** The UUID of the visitor that has or had the name. */
  visitor_id: string | null
}

/** A deleted account, whose UUID is not used again (docs/decisions/0062-uuids-of-deleted-accounts.md). */
interface DeletedAccountRow {
  id: string
}

/** An image that accounts use or used, or that a visitor wears (docs/decisions/0011-textures-in-the-database.md). */
interface TextureRow {
  /** The SHA-256 of the file in hex. */
  hash: string
  /** The file in Base64. */
  png: string
  /** When the sweep first found that nobody uses or keeps it. Null while somebody does. */
  unworn_since: number | null
  /** The account or visitor that last set it. */
  worn_by: string
  /** When it was last set. */
  worn_at: number
}

/** A skin that an account used before (docs/decisions/0036-skins-of-before.md). */
export interface FormerSkinRow {
  account_id: string
  /** The hash of the file, as in TextureRow. */
  hash: string
  model: 'default' | 'slim'
  taken_off_at: number
}

/** A device from which an account was signed in (docs/decisions/0053-work-and-new-devices.md). */
interface KnownDeviceRow {
  account_id: string
  /** A keyed digest of its User-Agent without versions, and its network. */
  digest: string
  /** Up to a day late. */
  seen_at: number
}

export interface UsernameHistoryRow {
  account_id: string
  username: string
  /** When the account took this name. */
  changed_at: number
}

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

/** A group of players chosen by an operator (docs/decisions/0064-groups.md). */
export interface PlayerGroupRow {
  name: string
  title: string
  /** `#rrggbb`, or null. */
  colour: string | null
  /** The number of players that its members may have. Null if the group says nothing about it. */
  characters: number | null
  created_at: number
}

export interface GroupMemberRow {
  account_id: string
  group_name: string
  /** The provider whose claims made the membership, and may end it. Null if it was made here. */
  provider: string | null
}

/** A service through which people sign in here (docs/decisions/0120-providers.md). */
export interface ProviderRow {
  name: string
  preset: ProviderPreset | null
  kind: ProviderKind
  /** Null for `oauth2`. */
  issuer: string | null
  /** A ProviderServer as JSON. */
  server: string
  client_id: string
  /** Encrypted if there is an EncryptionRow. */
  client_secret: string
  /** Encrypted if there is an EncryptionRow. Null if there is none. */
  bot_token: string | null
  title: string
  registration: ProviderRegistration
  email: ProviderEmail
  /** Separated by spaces. */
  scope: string
  /** The claims of a Provider as JSON. */
  claims: string
  /** A JSON object: groups by values. */
  group_map: string
  auth: Provider['auth']
  tenant: string | null
  hosted_domain: string | null
  guild: string | null
  guild_required: Flag
  is_private: Flag
  created_at: number
  last_sign_in_at: number | null
  /** Why the last sign-in failed. Null if it did not. */
  last_problem: string | null
  last_problem_at: number | null
  /** Each account that was last asked about before this instant is due. Null if none is for that reason. */
  all_due_at: number | null
  /** Nobody is asked about before. Null before the first question. */
  next_question_at: number | null
}

/** A person at a provider who owns an account. */
export interface LinkedIdentityRow {
  provider: string
  /** The id that the provider never gives to another. */
  subject: string
  account_id: string
  /** The name at the last sign-in. Null if the provider tells none. */
  name: string | null
  /** The address at the last sign-in. Null if the provider tells none. */
  email: string | null
  linked_at: number
  /** Null before the first sign-in. */
  last_sign_in_at: number | null
  /** When the provider was last asked about its membership. Null if it never was. */
  asked_at: number | null
  /** Since when no answer was of use. Null if the last one was. */
  failing_since: number | null
  /** A MemberProblem. Null if the last answer was of use. */
  problem: MemberProblem | null
}

/** The state of a sign-in at a provider, which works once. */
interface UsedSignInStateRow {
  /** The SHA-256 of the state. */
  digest: string
  /** From then on, the state would be refused anyway. */
  expires_at: number
}

/** A game server with a root of its own (docs/decisions/0066-game-servers.md). */
export interface GameServerRow {
  id: string
  name: string
  title: string
  /** Null if players are not told. */
  address: string | null
  /** Since when it lets nobody in. Null if it is not paused. */
  paused_at: number | null
  /** Set if its answers include the groups of the player. */
  tells_groups: Flag
  /** Replaces the `who` of its neighbours. Null if each has its own. */
  visitors_who: NeighbourWho | null
  /** Set if its answers about visitors say where they come from. */
  tells_source: Flag
  links: LinkedPlayerUse
  characters: AdmittedPlayers
  created_at: number
  /** Up to some seconds late. Null if it has never asked. */
  last_asked_at: number | null
}

/** The key that makes a root unguessable. Exactly one key of each server has no end. */
export interface GameServerKeyRow {
  /** The SHA-256 of the key in hex. */
  digest: string
  server_id: string
  /** Encrypted if there is an EncryptionRow. */
  key: string
  created_at: number
  /** When its grace period ends. Null for the current key. */
  ends_at: number | null
  /**
   * Decides who may join: the server's id and name, `open`, `primary` or `paused`, `on` or `off` for `tells_groups`, and the
   * groups that it names, separated by spaces. Null lets nobody in.
   */
  admission: string | null
}

/** A group whose members a server lets in. It may have been deleted. */
interface GameServerGroupRow {
  server_id: string
  group_name: string
}

/** Another account service whose players may join game servers here. */
export interface NeighbourRow {
  id: string
  kind: NeighbourKind
  /** Null if it has addresses of its own, or is at the vendor's. */
  root: string | null
  has_joined: string
  profile: string
  names_url: string
  names_form: 'bulk' | 'single'
  /** Confirmed hosts of textures, separated by spaces. */
  texture_hosts: string
  trust: number
  who: NeighbourWho
  textures: NeighbourTextures
  /** A regular expression. */
  names: string
  per_minute: number
  is_private: Flag
  forwards_address: Flag
  lookups: Flag
  chat_keys: Flag
  /** The address of its keys. Null if it has none. */
  keys_url: string | null
  /** When its keys were last asked for. Null before the first time. */
  keys_read_at: number | null
  /** Null if it is not paused. */
  paused_at: number | null
  created_at: number
  /** The id of the client that this service is there (RFC 6749, section 2). Null if it has no client. */
  client_id: string | null
  /** The secret of that client, encrypted if secrets are. */
  client_secret: string | null
  /** An AuthorizationServer as JSON. */
  authorization_server: string | null
}

/** A key that a neighbour signs with (docs/decisions/0085-keys-of-neighbours.md). */
export interface NeighbourKeyRow {
  neighbour_id: string
  use: 'textures' | 'chat'
  /** DER SubjectPublicKeyInfo in Base64. */
  spki: string
  first_seen: number
  /** Null while a changed key waits for confirmation. */
  confirmed_at: number | null
}

export interface GameServerNeighbourRow {
  server_id: string
  neighbour_id: string
}

/** A player of a neighbour who has joined a game server here (docs/decisions/0079-visitors.md). */
export interface VisitorRow {
  /** 32 lower-case hex digits. Triggers keep it apart from the UUIDs of accounts. */
  uuid: string
  /** The neighbour may have been removed since. */
  neighbour_id: string
  /** The name at the last join. The visitor owns it if a NameClaimRow says so. */
  name: string
  /** `fold(name)`. */
  name_key: string
  suspended_at: number | null
  /** Null for a suspension without an end. */
  suspended_until: number | null
  suspension_reason: string | null
  /** The role as which somebody suspended it. Null if it never was. */
  suspended_by: Role | null
  first_seen: number
  last_seen: number
  joins: number
}

/** The copies of the textures that a visitor wears at the neighbour (docs/decisions/0089-mirrored-textures.md). */
export interface MirroredTexturesRow {
  uuid: string
  /** The addresses from which they were copied, as JSON. */
  links: string
  /** Null if the visitor wears none, or none that can be used here. */
  skin_hash: string | null
  skin_model: 'default' | 'slim' | null
  cape_hash: string | null
  /** When the neighbour last named these addresses and the pictures were read from there. */
  checked_at: number
}

/** A name that a neighbour's player may join with, where only listed ones may. */
export interface ListedVisitorRow {
  neighbour_id: string
  /** `fold(name)`. */
  name_key: string
  /** Empty for all game servers. */
  server_id: string
  added_at: number
}

/** A player of a neighbour that belongs to an account (docs/decisions/0087-linked-players.md). */
export interface NeighbourLinkRow {
  neighbour_id: string
  /** 32 lower-case hex digits. */
  uuid: string
  account_id: string
  /** The player's name when it was last proved. */
  name: string
  /** `fold(name)`. */
  name_key: string
  proof: LinkProof
  at: number
}

/** A code that a player of a neighbour has been shown. Of each player, only the last one is valid. */
export interface LinkCodeRow {
  digest: string
  neighbour_id: string
  uuid: string
  name: string
  expires_at: number
  /** The digest of the session that has typed the code. Null for as long as nobody has. */
  session: string | null
}

/** A sign-in at a neighbour that a player has begun. Of each session and neighbour, only the last one is valid. */
export interface LinkSignInRow {
  /** The digest of the session that has begun it. */
  session: string
  neighbour_id: string
  /** The digest of `state` (RFC 6749, section 10.12). */
  state_digest: string
  expires_at: number
}

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

/** An email address that the account gets when the link that was sent to it is opened. */
export interface EmailChangeRow {
  /** The SHA-256 of the link's token in hex. */
  digest: string
  account_id: string
  /** The account's version when it was requested. With a new password, the link becomes invalid. */
  secrets_version: number
  email: string
  expires_at: number
  /** The version of the session that requested it, with which the link ends. Null if an earlier release wrote it. */
  credentials_version: number | null
}

export interface PendingJoinRow {
  account_id: string
  /** The SHA-256 of the serverId, which may be any string and might not fit into a text column. */
  server_id_digest: string
  /** The client's address in canonical form. */
  address: string
  credentials_version: number
  expires_at: number
  /** The app password that its token was issued with. It may have ended since, and the join with it. */
  app_password_id: string | null
}

interface UsedTotpStepRow {
  account_id: string
  step: number
}

/** A code that replaces one of the authenticator app once. */
interface RecoveryCodeRow {
  account_id: string
  /** An HMAC in hex. Its key is the account's TOTP secret. */
  digest: string
}

/** A passkey with which a browser or phone signs in (WebAuthn). */
export interface PasskeyRow {
  /** The credential's id in base64url. */
  id: string
  account_id: string
  /** The name that its owner chose. Names of one account differ. */
  name: string
  /** COSE (RFC 9053) in base64url. */
  public_key: string
  /** The number of signatures, as the authenticator reports it. 0 if it does not count. */
  counter: number
  /** Set if it may be kept on several devices, which count each for itself. */
  backup_eligible: Flag
  created_at: number
  last_used_at: number | null
}

/** An emailed link that removes a new factor again. */
export interface FactorUndoRow {
  /** The SHA-256 of its token. */
  digest: string
  account_id: string
  /** Null for the authenticator app. */
  passkey_id: string | null
  /** When the account got the factor. The link does not apply to another one. */
  since: number
  expires_at: number
}

/** A link sent by email that undoes a new email address, a linked player, an app password or new recovery codes. */
export interface ChangeUndoRow {
  /** The SHA-256 of its token. */
  digest: string
  account_id: string
  /** The address that the account had before. Null for anything else. */
  email: string | null
  /** The linked player. Null for anything else. */
  neighbour_id: string | null
  player_id: string | null
  /** Null for anything else. */
  app_password_id: string | null
  /** The provider of a linked identity. Null for anything else. For recovery codes all of these are. */
  provider: string | null
  /**
   * When it was changed. The link does not apply to a player that was linked again later, and not to codes of an app
   * that was set up later.
   */
  since: number
  expires_at: number
}

/** A challenge that was used and is no longer valid. */
interface UsedChallengeRow {
  /** SHA-256 in hex. */
  digest: string
  expires_at: number
}

/** A budget, for example of wrong guesses or uploads: the instant at which it would be full again. */
export interface GuessRow {
  key: string
  full_at: number
}

/** A client of the lookup API that has asked a lot, or is or was banned. */
export interface LookupClientRow {
  /** An IPv4 address, the /64 of an IPv6 address, or a wider network, which can only be banned. */
  network: string
  /** The instant at which its budget of requests would be full again. */
  full_at: number
  /** The beginning of the last ban, if any. */
  banned_at: number | null
  /** Null for a ban without an end. */
  ends_at: number | null
  /** The length of the last automatic ban in milliseconds. 0 if there was none. */
  ban_length: number
  /** When the row becomes irrelevant. Null for a ban without an end. */
  forgotten_at: number | null
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

/** An event of the audit log: what was done, and by whom (docs/decisions/0030-audit-log.md). */
export interface AuditEntryRow {
  /** A UUID of version 7, so that ids are in the order of time. */
  id: string
  at: number
  /** A name of model/records/audit.ts. */
  event: string
  /** The account it is about, which may have been deleted since. */
  account_id: string | null
  actor_kind: 'account' | 'cli' | 'api' | 'system'
  actor_id: string | null
  actor_name: string | null
  /** The client's address. */
  address: string | null
  /** A JSON object. */
  details: string
  /** The number of its seal. Null until it is sealed. */
  seal: number | null
}

/** A seal that confirms some entries and the seal before it. */
export interface AuditSealRow {
  /** 1, 2, 3 … */
  number: number
  at: number
  entries: number
  /** The SHA-256 in hex of the lines of these entries. */
  digest: string
  /** The last seal whose entries have been kept for long enough. They and all entries before them may be deleted. */
  dropped: number
  /** The SHA-256 in hex of all fields above and of the hash of the seal before. */
  hash: string
  /** For the last seal, its hash, encrypted if there is an EncryptionRow. Null for those before. */
  mac: string | null
}

/** An email that is waiting to be sent (docs/decisions/0034-mail.md). */
export interface MailRow {
  /** A UUID, which is the same at every attempt. */
  id: string
  kind: string
  /** An email address. */
  recipient: string
  language: string
  /** A MailContent as JSON, without its token. */
  content: string
  /** The token of its link, encrypted if there is an EncryptionRow. Null if it has no link. */
  token: string | null
  created_at: number
  /** When it is to be tried next. While a process tries it, this is when another one may. */
  due_at: number
  tries: number
  /** When it is no longer worth sending. */
  expires_at: number
}

/**
 * A registration that waits for its email address to be confirmed. Several may wait for one name, and the first one
 * confirmed gets it.
 */
export interface RegistrationRow {
  /** The SHA-256 of the link's token. */
  digest: string
  username: string
  username_folded: string
  email: string
  email_folded: string
  password_hash: string
  language: string
  /** The invite it used, which may have been deleted since. */
  invite_id: string | null
  expires_at: number
  /** The SHA-256 of the cookie of the browser that registered. */
  browser: string
  /** The widest network of its client's address. */
  network: string
  /** The group of its invite. Null if there is none. */
  group_name: string | null
  /** The provider that proved its person. Null if it has a password. */
  provider: string | null
  /** The id and the name of the person at the provider. */
  subject: string | null
  provider_name: string | null
  /** The provider's word about groups, as JSON (WaitingGroups). Null if there was none. */
  said_groups: string | null
}

/** A link to choose a new password. */
export interface RecoveryRow {
  /** The SHA-256 of its token. */
  digest: string
  /** The nil UUID if no account has the email address, so that both cases take the same time. */
  account_id: string
  /** The account's version when it was requested. A new password ends all earlier links. */
  secrets_version: number
  /** The address to which the link was sent. A change of the address ends it. Null if no account has it. */
  email_folded: string | null
  expires_at: number
}

/** A link by which an administrator lets a player choose a password, or replace the second factor. */
export interface OneTimeLinkRow {
  /** SHA-256 of its token. */
  digest: string
  /** An account has one link at most. */
  account_id: string
  purpose: OneTimeLinkPurpose
  /** The account's when the link was made. */
  credentials_version: number
  secrets_version: number
  /** The account's roles when the link was made; empty for none. */
  roles: string
  maker_kind: 'account' | 'cli' | 'api' | 'system'
  /** The id of the API token or of the account; null for a command. */
  maker_id: string | null
  expires_at: number
}

export interface InviteRow {
  id: string
  /** Encrypted if there is an EncryptionRow. */
  code: string
  /** The SHA-256 of the code in hex. */
  digest: string
  /** The number of registrations that are left. */
  uses: number
  created_at: number
  /** Null if it has no end. */
  expires_at: number | null
  /** The group that its users become members of, which may have been deleted since. Null if there is none. */
  group_name: string | null
}

/** A URL to which events are sent (docs/decisions/0051-webhooks.md). */
export interface WebhookRow {
  id: string
  /** Encrypted if there is an EncryptionRow, because the URLs of chat services contain a token. */
  url: string
  /** `whsec_` and Base64, encrypted if there is an EncryptionRow. */
  secret: string
  /** A JSON array of the event filters, as given. */
  events: string
  format: 'standard' | 'discord'
  created_at: number
  /** The last seal whose entries have been searched for it. */
  fed_seal: number
  /** Until then, only one process sends to it. */
  leased_until: number
  /** When it was turned off. Null while it is on. */
  off_at: number | null
  /** The number of attempts in a row that its receiver did not answer as it should. */
  failures: number
  /** Until then nothing is sent to it, because its receiver seems to be down. Null if it does not. */
  held_until: number | null
}

/** An entry of the audit log to be sent to a webhook. */
export interface WebhookDeliveryRow {
  webhook_id: string
  /** The id of the entry. */
  id: string
  /** The seal of the entry. Deliveries are in the order of seals, then ids. */
  seal: number
  event: string
  /** The entry as JSON, as in the export of the log. */
  entry: string
  state: 'waiting' | 'delivered' | 'failed'
  /** A JSON array of the newest attempts. */
  attempts: string
  /** The number of attempts since it last started from the beginning. */
  tries: number
  /** When it is to be tried next. */
  due_at: number
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

/** A request to the API that a client may repeat. */
export interface IdempotencyKeyRow {
  /** An HMAC of the client's key, in hex. The key of the HMAC is derived from the token. */
  digest: string
  token_id: string
  /** An HMAC of the request, which may contain a password. */
  request: string
  /** Encrypted with a key derived from the token. Null while the request is being processed. */
  answer: string | null
  started_at: number
  expires_at: number
}

/** One of the last attempts to get into the game (docs/decisions/0050-attempts.md). */
export interface AttemptRow {
  /** The account's id, or the digest of a name that no account had (state/keys/login-digests.ts). */
  subject: string
  step: AttemptStep
  /** When it was refused, or just after, as no other has the same. 0 for a success, of which only the last is stored. */
  refused_at: number
  at: number
  /** A Refusal or an error code of OAuth 2.0. Null for a success. */
  reason: string | null
  /** A RefusalDetail, or `app_password` for a sign-in that was tried by one. */
  detail: string | null
  /** The client's network, as `clientNetwork` returns it. */
  network: string
  /** The client's address in canonical form. */
  address: string
  /** The name of the game server that asked below its own root. Null for others. */
  server: string | null
}

/** A count of one outcome of a step into the game within an hour, over all processes. */
export interface HourCountRow {
  /** The beginning of the hour. */
  at: number
  /** A PlayerStep. */
  step: string
  /** `ok`, a RefusalDetail or a Refusal. */
  outcome: string
  count: number
}

/** The last answer of a neighbour to any process (docs/decisions/0091-what-neighbours-said.md). */
export interface NeighbourAnswerRow {
  neighbour_id: string
  at: number
  /** Null if the answer could be used. */
  problem: NeighbourProblem | null
}

/** A player of a neighbour who was refused a moment ago. */
export interface RefusedVisitRow {
  /** The digest of game server and name (state/keys/login-digests.ts). */
  digest: string
  at: number
  /** The name of the game server. */
  server: string
  /** The name of the player, encrypted if there is an EncryptionRow. */
  name: string
  reason: VisitRefusal
}

/** A setting that administrators change while the service runs. */
export interface SettingRow {
  /** A SettingName. */
  name: string
  value: string
  /** A random text that differs after each change. */
  version: string
}

interface Table<Row> {
  readonly primaryKey: readonly (keyof Row & string)[]
  /** Never set. It carries the type of a row. */
  readonly row?: Row
}

const table = <Row>(...primaryKey: (keyof Row & string)[]): Table<Row> => ({ primaryKey })

/** All tables with their rows and primary keys, in an order in which rows come after those they refer to. */
const all = {
  // Before the accounts, whose triggers leave a name alone that already belongs to the account.
  name_claim: table<NameClaimRow>('name_key'),
  account: table<AccountRow>('id'),
  deleted_account: table<DeletedAccountRow>('id'),
  texture: table<TextureRow>('hash'),
  former_skin: table<FormerSkinRow>('account_id', 'hash'),
  username_history: table<UsernameHistoryRow>('account_id', 'changed_at', 'username'),
  player_group: table<PlayerGroupRow>('name'),
  provider: table<ProviderRow>('name'),
  linked_identity: table<LinkedIdentityRow>('provider', 'subject'),
  group_member: table<GroupMemberRow>('account_id', 'group_name'),
  game_server: table<GameServerRow>('id'),
  game_server_key: table<GameServerKeyRow>('digest'),
  game_server_group: table<GameServerGroupRow>('server_id', 'group_name'),
  neighbour: table<NeighbourRow>('id'),
  game_server_neighbour: table<GameServerNeighbourRow>('server_id', 'neighbour_id'),
  visitor: table<VisitorRow>('uuid'),
  mirrored_textures: table<MirroredTexturesRow>('uuid'),
  listed_visitor: table<ListedVisitorRow>('name_key', 'neighbour_id', 'server_id'),
  neighbour_key: table<NeighbourKeyRow>('neighbour_id', 'use', 'spki'),
  neighbour_answer: table<NeighbourAnswerRow>('neighbour_id'),
  refused_visit: table<RefusedVisitRow>('digest'),
  neighbour_link: table<NeighbourLinkRow>('neighbour_id', 'uuid'),
  link_code: table<LinkCodeRow>('digest'),
  link_sign_in: table<LinkSignInRow>('session', 'neighbour_id'),
  oauth_client: table<OauthClientRow>('client_id'),
  oauth_grant: table<OauthGrantRow>('id'),
  oauth_artifact: table<OauthArtifactRow>('digest'),
  app_password: table<AppPasswordRow>('id'),
  credential: table<CredentialRow>('digest'),
  friendship: table<FriendshipRow>('low', 'high'),
  blocked_player: table<BlockedPlayerRow>('account_id', 'other_id'),
  presence: table<PresenceRow>('token'),
  known_device: table<KnownDeviceRow>('account_id', 'digest'),
  email_change: table<EmailChangeRow>('digest'),
  pending_join: table<PendingJoinRow>('account_id', 'server_id_digest'),
  used_totp_step: table<UsedTotpStepRow>('account_id', 'step'),
  recovery_code: table<RecoveryCodeRow>('account_id', 'digest'),
  passkey: table<PasskeyRow>('id'),
  factor_undo: table<FactorUndoRow>('digest'),
  change_undo: table<ChangeUndoRow>('digest'),
  used_challenge: table<UsedChallengeRow>('digest'),
  used_sign_in_state: table<UsedSignInStateRow>('digest'),
  guess: table<GuessRow>('key'),
  lookup_client: table<LookupClientRow>('network'),
  signing_key: table<SigningKeyRow>('kid'),
  encryption: table<EncryptionRow>('id'),
  audit_entry: table<AuditEntryRow>('id'),
  audit_seal: table<AuditSealRow>('number'),
  mail: table<MailRow>('id'),
  registration: table<RegistrationRow>('digest'),
  recovery: table<RecoveryRow>('digest'),
  one_time_link: table<OneTimeLinkRow>('digest'),
  invite: table<InviteRow>('id'),
  webhook: table<WebhookRow>('id'),
  webhook_delivery: table<WebhookDeliveryRow>('webhook_id', 'id'),
  api_token: table<ApiTokenRow>('id'),
  idempotency_key: table<IdempotencyKeyRow>('digest'),
  attempt: table<AttemptRow>('subject', 'step', 'refused_at'),
  hour_count: table<HourCountRow>('at', 'step', 'outcome'),
  setting: table<SettingRow>('name'),
}

export type Schema = {
  [Name in keyof typeof all]: (typeof all)[Name] extends Table<infer Row> ? Row : never
}

export const primaryKeyOf = (name: keyof Schema): readonly string[] => all[name].primaryKey

export const tables = Object.keys(all) as readonly (keyof Schema)[]
