import { writesAny } from '../engine/queries.ts'

/** Marks a challenge as used. Returns true the first time and false afterwards. */
export const useChallenge = writesAny<[digest: string, expiresAt: number]>(
  'use_challenge',
  'insert into used_challenge (digest, expires_at) values ($1, $2) on conflict do nothing returning digest',
)
