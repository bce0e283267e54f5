// The parts of requests and responses below /neighbours.
import { Type } from 'typebox'
import { neighbourFields, neighbourKinds } from '../../model/fields/neighbour.ts'
import { Instant, Nullable } from './api.ts'
import { answeredFields } from './fields.ts'

const Url = Type.String({ minLength: 1 })

const { forwardAddress, lookups, chatKeys, ...settings } = answeredFields(neighbourFields)

export const NeighbourAnswer = Type.Object({
  id: Type.String(),
  kind: Type.Enum(neighbourKinds),
  root: Nullable(Url),
  hasJoined: Url,
  profile: Url,
  namesUrl: Url,
  ...settings,
  private: Type.Boolean(),
  forwardAddress,
  lookups,
  chatKeys,
  clientId: Nullable(Type.String({ description: 'The OAuth 2.0 client that this service is there.' })),
  issuer: Nullable(Type.String({ description: 'The issuer at which players sign in to link accounts.' })),
  paused: Type.Boolean(),
  createdAt: Instant,
})
const Listed = Type.Array(
  Type.Object({
    name: Type.String(),
    server: Nullable(Type.String({ description: 'The only game server. Null for all.' })),
  }),
  { description: 'The names that players may join with if `who` is listed.' },
)
const Keys = Type.Array(
  Type.Object({
    use: Type.Enum(['textures', 'chat'] as const),
    fingerprint: Type.String({ description: 'SHA-256 of the DER SubjectPublicKeyInfo, in hex.' }),
    firstSeen: Instant,
    state: Type.Enum(['trusted', 'held'] as const),
  }),
  {
    description: 'The keys that it signs with. A changed key is held for 48 hours, or until it is confirmed.',
  },
)
const LastDay = Type.Object(
  {
    questions: Type.Integer(),
    admitted: Type.Integer(),
    refused: Type.Integer({ description: 'Joins to which it said yes, but which were refused here.' }),
    unsure: Type.Integer(),
  },
  { description: 'The questions about joins in the last 24 hours.' },
)
const LastAnswer = Nullable(
  Type.Object(
    { at: Instant, problem: Nullable(Type.String({ description: 'Why it could not be used.' })) },
    { description: 'Null if it was never asked.' },
  ),
)
export const ListedNeighbour = Type.Object({
  ...NeighbourAnswer.properties,
  lastAnswer: LastAnswer,
  lastDay: LastDay,
})
export const NeighbourDetails = Type.Object({
  ...ListedNeighbour.properties,
  redirectUri: Nullable(Type.String({ description: 'To be registered there with a client.' })),
  listed: Listed,
  keys: Keys,
})
export const KeysAnswer = Type.Object({ id: Type.String(), keys: Keys })
export const Outcome = Type.Object({
  id: Type.String(),
  says: Type.Enum(['yes', 'no', 'unsure'] as const),
  problem: Nullable(Type.String({ description: 'Why it is unsure.' })),
  player: Nullable(Type.Object({ id: Type.String(), name: Type.String() })),
  milliseconds: Type.Integer(),
})
