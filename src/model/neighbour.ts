/** `authlib-injector` has one root, `vendor` two hosts of the vendor's layout, `urls` an address for each request. */
export const neighbourKinds = ['authlib-injector', 'vendor', 'urls'] as const

export type NeighbourKind = (typeof neighbourKinds)[number]

/** The players of a neighbour that may join, from none to all. */
export const neighbourWhos = ['nobody', 'linked', 'known', 'listed', 'everyone'] as const

export type NeighbourWho = (typeof neighbourWhos)[number]

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

/** The answer to the question which player has a name. */
export type NameAnswer =
  | { says: 'yes'; id: string; name: string }
  | { says: 'no' }
  | { says: 'unsure'; problem: NeighbourProblem }
