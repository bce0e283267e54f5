// What somebody tries on the way into the game, as it is kept for who asks why it did not work.
import type { JoinRefusal, RefusalDetail, SignInRefusal, serverRefusals, TokenRefusal } from './refusal.ts'

/** In the order of a way into the game. */
export const attemptSteps = ['web', 'oauth', 'authenticate', 'refresh', 'join', 'hasJoined'] as const

export type AttemptStep = (typeof attemptSteps)[number]

/** Why an attempt is declined, as far as there are words of its own for it. */
export type AttemptReason =
  | SignInRefusal
  | TokenRefusal
  | JoinRefusal
  | RefusalDetail
  | 'join_unknown'
  | 'server_unknown'
  | (typeof serverRefusals)[number]
  | 'grant_ended'
  | 'database_unavailable'
  | 'unexpected'

/** What those who ask are told in the place of the reason, since it is what they go by. */
export const tellingDetails = ['account_suspended', 'join_address_differs'] as const satisfies RefusalDetail[]
