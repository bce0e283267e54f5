import { executesAll } from '../executes-all.ts'

/** Skins and capes, and those that accounts used before. */
export const up = executesAll(() => [
  `create table texture (
    hash text primary key,
    png text not null,
    unworn_since bigint,
    worn_by text not null,
    worn_at bigint not null
  )`,
  'create index texture_by_wearer on texture (worn_by, worn_at)',

  `create table former_skin (
    account_id text not null references account (id) on delete cascade,
    hash text not null,
    model text not null,
    taken_off_at bigint not null,
    primary key (account_id, hash)
  )`,
  'create index former_skin_by_hash on former_skin (hash)',
  'create index former_skin_by_age on former_skin (taken_off_at)',
])
