import { writesAny } from '../engine/queries.ts'

/** Marks a time step as used. Returns true the first time and false afterwards. */
export const useTotpStep = writesAny<[accountId: string, step: number]>(
  'use_totp_step',
  `insert into used_totp_step (account_id, step) values ($1, $2) on conflict do nothing returning step`,
)
