import { type Queries, writes } from './database.ts'

const probe = writes(
  'probe_write',
  `insert into guess (key, full_at) values ('probe', $1)
   on conflict (key) do update set full_at = excluded.full_at`,
)

/** Writes a meaningless row, which the next sweep deletes. Throws DatabaseUnavailable. */
export async function probeWrite(db: Queries, now: number): Promise<void> {
  await db.run(probe, [now])
}
