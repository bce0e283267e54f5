import type { Role } from '../../../model/accounts/role.ts'
import type { LinkProof } from '../../../model/community/linked-player.ts'
import type { NeighbourProblem } from '../../../model/community/neighbour.ts'
import type { VisitRefusal } from '../../../model/errors/visit-refusal.ts'
import type { NeighbourKind, NeighbourTextures, NeighbourWho } from '../../../model/fields/neighbour.ts'
import type { Flag } from '../../engine/flags.ts'

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
