import type { Values } from '../fields/field.ts'
import type { NeighbourKind, neighbourFields } from '../fields/neighbour.ts'

/** The addresses at which a neighbour is asked. */
export interface NeighbourAddresses {
  /** `username` and `serverId` are added to the query. */
  hasJoined: string
  /** The UUID without hyphens is appended. */
  profile: string
  /** The names are posted to `bulk` as a JSON array, or one name is appended to `single`. */
  names: { bulk: string } | { single: string }
  /** Its keys for chat. Undefined if it has no such address. */
  keys?: string | undefined
}

/** The part of a neighbour's discovery document that links need (RFC 8414, section 2). */
export interface AuthorizationServer {
  issuer: string
  authorization_endpoint: string
  token_endpoint: string
  jwks_uri: string
  token_endpoint_auth_methods_supported: readonly string[]
  id_token_signing_alg_values_supported: readonly string[]
  authorization_response_iss_parameter_supported: boolean
}

/** The OAuth 2.0 client that this service is at a neighbour, so that players can prove who they are there. */
export interface NeighbourClient {
  clientId: string
  server: AuthorizationServer
}

/** Another account service whose players may join game servers here. */
export interface Neighbour extends Values<typeof neighbourFields> {
  id: string
  kind: NeighbourKind
  /** Null if it has addresses of its own, or is at the vendor's. */
  root: string | null
  addresses: NeighbourAddresses
  /** True if it may be at an address of this machine or of a private network. */
  isPrivate: boolean
  isPaused: boolean
  /** Undefined if players can't be linked by signing in there. */
  client: NeighbourClient | undefined
  createdAt: number
}

/** The uses of a neighbour's keys. */
export type NeighbourKeyUse = 'textures' | 'chat'

/** The keys that a neighbour says it signs with, in Base64 of DER SubjectPublicKeyInfo. */
export type SaidKeys = Readonly<Record<NeighbourKeyUse, readonly string[]>>

/** A key of a neighbour. */
export interface NeighbourKey {
  use: NeighbourKeyUse
  /** DER SubjectPublicKeyInfo in Base64. */
  spki: string
  firstSeenAt: number
  /** False while a changed key is held. */
  isTrusted: boolean
}

/** A player as a neighbour describes it. */
export interface ForeignProfile {
  /** The UUID as 32 lower-case hex digits. */
  id: string
  name: string
  /** Undefined if the answer has none. Its payload names this UUID. */
  textures: { value: string; signature: string | undefined } | undefined
}

/** The reason why an answer is not used. */
export type NeighbourProblem =
  | 'timeout'
  | 'connection'
  | 'address_private'
  | 'status'
  | 'redirect'
  | 'too_large'
  | 'encoded'
  | 'not_json'
  | 'not_a_profile'
  | 'asked_to_wait'
  | 'failing'
  | 'limit'

/** A flaw for which a neighbour's yes is refused as a whole. */
export type AnswerFlaw =
  | 'duplicate_member'
  | 'properties_too_many'
  | 'property_malformed'
  | 'property_too_long'
  | 'textures_twice'
  | 'textures_unreadable'
  | 'textures_of_another'

/** The answer to the question whether a player has joined. A yes has either a profile or a flaw. */
export type JoinAnswer =
  | { says: 'yes'; profile: ForeignProfile }
  | { says: 'yes'; flaw: AnswerFlaw }
  | { says: 'no' }
  | { says: 'unsure'; problem: NeighbourProblem }

/** The answer to the question which players have some names. */
export type NamesAnswer =
  | { says: 'yes'; players: readonly { id: string; name: string }[] }
  | { says: 'no' }
  | { says: 'unsure'; problem: NeighbourProblem }

/** The answer to the question which player has a name. */
export type NameAnswer =
  | { says: 'yes'; id: string; name: string }
  | { says: 'no' }
  | { says: 'unsure'; problem: NeighbourProblem }
