import { type Queries, writes } from '../engine/database.ts'

const use = writes<{ step: number }>(
  'use_totp_step',
  `insert into used_totp_step (account_id, step) values ($1, $2) on conflict do nothing returning step`,
)

/** Marks a time step as used. Returns true the first time and false afterwards. */
export async function useTotpStep(db: Queries, accountId: string, step: number): Promise<boolean> {
  const rows = await db.run(use, [accountId, step])
  return rows.length === 1
}
