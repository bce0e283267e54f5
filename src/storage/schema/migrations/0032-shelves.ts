import { executesAll } from '../executes-all.ts'

/** Textures of groups, and which players wear them from there (docs/decisions/0150-shelves.md). */
export const up = executesAll(() => [
  `create table shelf_texture (
    id text primary key,
    group_name text not null references player_group (name) on delete cascade,
    name text not null,
    hash text not null,
    kind text not null,
    model text,
    added_at bigint not null,
    unique (group_name, name)
  )`,
  'create index shelf_texture_by_hash on shelf_texture (hash)',
  `create table shelf_wearer (
    account_id text not null references account (id) on delete cascade,
    kind text not null,
    shelf_texture_id text not null references shelf_texture (id) on delete cascade,
    primary key (account_id, kind)
  )`,
  'create index shelf_wearer_by_texture on shelf_wearer (shelf_texture_id)',
])
