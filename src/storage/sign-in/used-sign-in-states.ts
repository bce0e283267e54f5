import { writesAny } from '../engine/queries.ts'

/** Marks the state of a sign-in at a provider as used. Returns true the first time and false afterwards. */
export const useSignInState = writesAny<[digest: string, expiresAt: number]>(
  'use_sign_in_state',
  `insert into used_sign_in_state (digest, expires_at) values ($1, $2)
   on conflict do nothing returning digest`,
)
