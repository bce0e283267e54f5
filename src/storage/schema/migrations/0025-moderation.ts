import { executesAll } from '../executes-all.ts'

/** Reports of textures, textures that were taken down, and suspended uploads (docs/decisions/0143-moderation.md). */
export const up = executesAll(() => [
  'alter table account add column uploads_suspended_at bigint',
  'alter table account add column uploads_suspended_reason text',
  `create table texture_report (
    id text primary key,
    subject text not null,
    hash text,
    kind text not null,
    model text,
    player_id text not null,
    player_name text not null,
    is_visitor integer not null,
    reporter_id text references account (id) on delete set null,
    is_system integer not null,
    reason text not null,
    state text not null,
    at bigint not null,
    decided_by text,
    decided_at bigint
  )`,
  `create unique index texture_report_once on texture_report (subject, reporter_id)
   where state = 'open' and reporter_id is not null`,
  `create unique index texture_report_of_system on texture_report (subject)
   where state = 'open' and is_system = 1`,
  'create index texture_report_by_state on texture_report (state, subject, id)',
  'create index texture_report_by_subject on texture_report (subject, id)',
  'create index texture_report_by_hash on texture_report (hash, state)',
  'create index texture_report_by_reporter on texture_report (reporter_id, id)',
  `create index texture_report_open_of_system on texture_report (player_id)
   where state = 'open' and is_system = 1`,
  'create index texture_report_decided on texture_report (decided_at) where decided_at is not null',
  `create table taken_down_texture (
    hash text primary key,
    kind text not null,
    likeness text,
    png text,
    reason text,
    taken_down_by text,
    at bigint not null
  )`,
  'create index taken_down_texture_by_time on taken_down_texture (at, hash)',
  'create index taken_down_texture_with_file on taken_down_texture (at) where png is not null',
  `create table likeness_band (
    band text not null,
    hash text not null references taken_down_texture (hash) on delete cascade,
    primary key (band, hash)
  )`,
  'create index likeness_band_by_hash on likeness_band (hash)',
])
