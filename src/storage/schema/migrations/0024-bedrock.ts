import { executesAll } from '../executes-all.ts'

/** Bedrock players who are players here too, and codes that prove it (docs/decisions/0141-bedrock-links.md). */
export const up = executesAll(() => [
  `create table bedrock_link (
    account_id text primary key references account (id) on delete cascade,
    xuid text not null unique,
    gamertag text,
    at bigint not null
  )`,
  `create table bedrock_code (
    digest text primary key,
    xuid text not null unique,
    gamertag text,
    session text,
    expires_at bigint not null
  )`,
  'create index bedrock_code_by_expiry on bedrock_code (expires_at)',
])
