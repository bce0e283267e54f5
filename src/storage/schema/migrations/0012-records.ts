import { executesAll } from '../executes-all.ts'

/** The audit log with its seals, what waits to be sent, and what happened on the way into the game. */
export const up = executesAll(() => [
  `create table audit_entry (
    id text primary key,
    at bigint not null,
    event text not null,
    account_id text,
    actor_kind text not null,
    actor_id text,
    actor_name text,
    address text,
    details text not null,
    seal bigint
  )`,
  'create index audit_entry_by_account on audit_entry (account_id, id)',
  'create index audit_entry_by_event on audit_entry (event, id)',
  'create index audit_entry_by_seal on audit_entry (seal, id)',
  `create table audit_seal (
    number bigint primary key,
    at bigint not null,
    entries bigint not null,
    digest text not null,
    dropped bigint not null,
    hash text not null,
    mac text
  )`,

  `create table mail (
    id text primary key,
    kind text not null,
    recipient text not null,
    language text not null,
    content text not null,
    token text,
    created_at bigint not null,
    due_at bigint not null,
    tries bigint not null,
    expires_at bigint not null
  )`,
  'create index mail_by_due on mail (due_at)',
  'create index mail_by_expiry on mail (expires_at)',

  `create table webhook (
    id text primary key,
    url text not null,
    secret text not null,
    events text not null,
    format text not null,
    created_at bigint not null,
    fed_seal bigint not null,
    leased_until bigint not null,
    off_at bigint,
    failures bigint not null,
    held_until bigint
  )`,
  `create table webhook_delivery (
    webhook_id text not null references webhook (id) on delete cascade,
    id text not null,
    seal bigint not null,
    event text not null,
    entry text not null,
    state text not null,
    attempts text not null,
    tries bigint not null,
    due_at bigint not null,
    primary key (webhook_id, id)
  )`,
  'create index webhook_delivery_by_state on webhook_delivery (webhook_id, state, seal, id)',
  'create index webhook_delivery_by_seal on webhook_delivery (seal)',

  `create table attempt (
    subject text not null,
    step text not null,
    refused_at bigint not null,
    at bigint not null,
    reason text,
    detail text,
    network text not null,
    address text not null,
    server text,
    primary key (subject, step, refused_at)
  )`,
  'create index attempt_by_time on attempt (at)',
  'create index attempt_by_refusal on attempt (refused_at) where refused_at > 0',
  'create index attempt_by_server on attempt (server, at) where server is not null',

  `create table hour_count (
    at bigint not null,
    step text not null,
    outcome text not null,
    count bigint not null,
    primary key (at, step, outcome)
  )`,
])
