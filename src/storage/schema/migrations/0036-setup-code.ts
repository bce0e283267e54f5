import { executesAll } from '../executes-all.ts'

/** The code with which the first administrator is made (docs/decisions/0163-first-administrator.md). */
export const up = executesAll(() => [
  `create table setup_code (
    digest text primary key,
    expires_at bigint not null
  )`,
  'create index setup_code_by_expiry on setup_code (expires_at)',
])
