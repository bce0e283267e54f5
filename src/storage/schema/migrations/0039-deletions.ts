import { executesAll } from '../executes-all.ts'

/** Things that were deleted and can still come back (docs/decisions/0174-undo.md). Nothing that decides about access reads them. */
export const up = executesAll(() => [
  'drop table deleted_client',
  `create table deletion (
    id text primary key,
    kind text not null,
    name text not null,
    title text not null,
    content text not null,
    expires_at bigint not null
  )`,
  'create index deletion_by_expiry on deletion (expires_at)',
  `create table deletion_part (
    deletion_id text not null references deletion (id) on delete cascade,
    part text not null,
    account_id text not null references account (id) on delete cascade,
    key text not null,
    more text,
    at bigint,
    version bigint,
    primary key (deletion_id, part, account_id, key)
  )`,
  'create index deletion_part_by_account on deletion_part (account_id)',
])
