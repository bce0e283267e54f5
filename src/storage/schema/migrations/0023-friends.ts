import { executesAll } from '../executes-all.ts'

/** Friends of players, whom they block, and what they play right now (docs/decisions/0139-friends.md). */
export const up = executesAll((dialect) => [
  'alter table account add column friends_list integer',
  'alter table account add column friend_requests integer',
  `create table friendship (
    low text not null references account (id) on delete cascade,
    high text not null references account (id) on delete cascade,
    asked_by text,
    since bigint not null,
    primary key (low, high)
  )`,
  'create index friendship_by_high on friendship (high)',
  'create index friendship_asked on friendship (since) where asked_by is not null',
  `create table blocked_player (
    account_id text not null references account (id) on delete cascade,
    other_id text not null references account (id) on delete cascade,
    since bigint not null,
    primary key (account_id, other_id)
  )`,
  'create index blocked_player_by_other on blocked_player (other_id)',
  // A crash may lose it: within five minutes, each game reports again.
  `create ${dialect === 'postgres' ? 'unlogged ' : ''}table presence (
    token text primary key,
    account_id text not null references account (id) on delete cascade,
    pmid text not null,
    status text not null,
    since bigint not null,
    until bigint not null,
    join_value text,
    invites text
  )`,
  'create index presence_by_account on presence (account_id)',
  'create index presence_by_until on presence (until)',
])
