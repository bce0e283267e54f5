import { executesAll } from '../executes-all.ts'

/** Textures that accounts keep (docs/decisions/0146-wardrobe.md). */
export const up = executesAll(() => [
  `create table wardrobe_texture (
    id text primary key,
    account_id text not null references account (id) on delete cascade,
    player_id text not null,
    hash text not null,
    kind text not null,
    model text,
    name text not null,
    added_at bigint not null,
    unique (account_id, player_id, hash, kind)
  )`,
  'create index wardrobe_texture_by_account on wardrobe_texture (account_id, id)',
  'create index wardrobe_texture_by_hash on wardrobe_texture (hash)',
])
