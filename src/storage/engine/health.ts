import { executes } from './queries.ts'

/** Writes a meaningless row, which the next sweep deletes. Throws DatabaseUnavailable. */
export const probeWrite = executes<[now: number]>(
  'probe_write',
  `insert into guess (key, full_at) values ('probe', $1)
   on conflict (key) do update set full_at = excluded.full_at`,
)
