// Attempts to get into the game, recorded so that `norn why` can explain why one failed.
import type {
  JoinRefusal,
  RefusalDetail,
  ServerRefusal,
  SignInRefusal,
  TokenRefusal,
} from '../errors/refusal.ts'
import type { VisitRefusal } from '../errors/visit-refusal.ts'

/** The steps in the order in which a player takes them. */
export const attemptSteps = ['web', 'oauth', 'authenticate', 'refresh', 'join', 'hasJoined'] as const

export type AttemptStep = (typeof attemptSteps)[number]

/** The reasons for which a sign-in at a provider led nowhere. */
type ProviderRefusal =
  | 'provider_declined'
  | 'provider_unproved'
  | 'provider_unanswered'
  | 'provider_not_linked'
  | 'provider_registration_off'
  | 'provider_guild_missing'

/** The reasons for a refused attempt that have an explanation of their own. */
export type AttemptReason =
  | SignInRefusal
  | TokenRefusal
  | JoinRefusal
  | RefusalDetail
  | 'join_unknown'
  | 'server_unknown'
  | ServerRefusal
  | VisitRefusal
  | ProviderRefusal
  | 'watched'
  | 'grant_ended'
  | 'database_unavailable'
  | 'unexpected'

/** The details that are reported instead of the refusal's reason, because the advice depends on them. */
export const tellingDetails = ['account_suspended', 'join_address_differs'] as const satisfies RefusalDetail[]
