import { executesAll } from '../executes-all.ts'

/** Neighbours, their keys and answers (docs/decisions/0075-configured-neighbours.md). */
export const up = executesAll(() => [
  `create table neighbour (
    id text primary key,
    kind text not null,
    root text,
    has_joined text not null,
    profile text not null,
    names_url text not null,
    names_form text not null,
    texture_hosts text not null,
    trust bigint not null,
    who text not null,
    textures text not null,
    names text not null,
    per_minute bigint not null,
    is_private integer not null,
    forwards_address integer not null,
    lookups integer not null,
    chat_keys integer not null,
    keys_url text,
    keys_read_at bigint,
    paused_at bigint,
    created_at bigint not null,
    client_id text,
    client_secret text,
    authorization_server text
  )`,
  `create table neighbour_key (
    neighbour_id text not null references neighbour (id) on delete cascade,
    use text not null,
    spki text not null,
    first_seen bigint not null,
    confirmed_at bigint,
    primary key (neighbour_id, use, spki)
  )`,
  `create table neighbour_answer (
    neighbour_id text primary key references neighbour (id) on delete cascade,
    at bigint not null,
    problem text
  )`,
  `create table game_server_neighbour (
    server_id text not null references game_server (id) on delete cascade,
    neighbour_id text not null references neighbour (id) on delete cascade,
    primary key (server_id, neighbour_id)
  )`,
  'create index game_server_neighbour_by_neighbour on game_server_neighbour (neighbour_id)',
])
