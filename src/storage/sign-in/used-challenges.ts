import { type Queries, writes } from '../engine/database.ts'

const use = writes<{ digest: string }>(
  'use_challenge',
  'insert into used_challenge (digest, expires_at) values ($1, $2) on conflict do nothing returning digest',
)

/** Marks a challenge as used. Returns true the first time and false afterwards. */
export async function useChallenge(db: Queries, digest: string, expiresAt: number): Promise<boolean> {
  const rows = await db.run(use, [digest, expiresAt])
  return rows.length === 1
}
