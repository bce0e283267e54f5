import { executesAll } from '../executes-all.ts'

/** Textures that players share (docs/decisions/0149-library.md). */
export const up = executesAll((dialect) => [
  `create table shared_texture (
    id text primary key,
    wardrobe_id text not null unique references wardrobe_texture (id) on delete cascade,
    player_id text not null references account (id) on delete cascade,
    hash text not null,
    look text not null,
    name text not null,
    name_folded text not null,
    state text not null,
    note text,
    listed_at bigint,
    worn integer not null
  )`,
  "create unique index shared_texture_once on shared_texture (hash) where state <> 'refused'",
  ...['listed_at', 'worn'].flatMap((order) => [
    `create index shared_texture_by_${order} on shared_texture (${order}, id) where state = 'published'`,
    `create index shared_texture_by_look_and_${order} on shared_texture (look, ${order}, id) where state = 'published'`,
  ]),
  'create index shared_texture_by_player on shared_texture (player_id)',
  'alter table texture_report add column shared_id text references shared_texture (id) on delete cascade',
  'create unique index texture_report_of_shared on texture_report (shared_id) where shared_id is not null',
  ...(dialect === 'sqlite' ? sqlite : postgres),
])

const numberOf = (row: string) => `(select number from shared_texture_number where shared_id = ${row}.id)`
const forget = `insert into shared_texture_trigram (shared_texture_trigram, rowid, text)
  values ('delete', ${numberOf('old')}, old.name_folded)`

/** Like that of accounts (0002), the index contains only trigrams and the numbers of the rows that have them. */
const sqlite = [
  `create table shared_texture_number (
    number integer primary key,
    shared_id text not null unique references shared_texture (id) on delete cascade
  )`,
  `create virtual table shared_texture_trigram using fts5 (
    text, content = '', columnsize = 0, detail = none, tokenize = 'trigram case_sensitive 1')`,
  `create trigger shared_texture_search_insert after insert on shared_texture begin
    insert into shared_texture_number (shared_id) values (new.id);
    insert into shared_texture_trigram (rowid, text) values (${numberOf('new')}, new.name_folded);
  end`,
  `create trigger shared_texture_search_update after update of name_folded on shared_texture
    when old.name_folded <> new.name_folded begin
    ${forget};
    insert into shared_texture_trigram (rowid, text) values (${numberOf('new')}, new.name_folded);
  end`,
  `create trigger shared_texture_search_delete before delete on shared_texture begin
    ${forget};
  end`,
]

/** An index of our own making, because pg_trgm has no trigrams of scripts that the database's locale does not know. */
const postgres = [
  `create function trigrams_of(name text) returns text[] language sql immutable strict parallel safe as $$
    select array(select distinct substr(name, at, 3) from generate_series(1, char_length(name) - 2) as at)
  $$`,
  'create index shared_texture_by_trigram on shared_texture using gin (trigrams_of(name_folded))',
]
