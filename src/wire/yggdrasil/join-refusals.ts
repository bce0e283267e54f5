import type { Refusal } from '../../model/refusal.ts'

/** Why a join may be declined, in whichever form it is asked for (S1). */
export const joinRefusals: readonly Refusal[] = [
  'parameters_missing',
  'join_token_invalid',
  'join_token_expired',
  'join_scope_missing',
  'join_profile_foreign',
  'join_name_foreign',
]
