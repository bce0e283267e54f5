import { executesAll } from '../executes-all.ts'

/**
 * A report goes with its token, and lies next to the others of its player, so that reading those of all friends is one step
 * for each (docs/decisions/0139-friends.md). The former reports were true for ten minutes.
 */
export const up = executesAll((dialect) => [
  'drop table presence',
  `create ${dialect === 'postgres' ? 'unlogged ' : ''}table presence (
    account_id text not null references account (id) on delete cascade,
    pmid text not null,
    token text unique references credential (digest) on delete cascade on update set null,
    status text not null,
    since bigint not null,
    until bigint not null,
    join_value text,
    invites text,
    primary key (account_id, pmid)
  )${dialect === 'sqlite' ? ' without rowid' : ''}`,
  'create index presence_by_until on presence (until)',
  'drop index friendship_by_high',
  'create index friendship_by_low on friendship (low, high, asked_by)',
  'create index friendship_by_high on friendship (high, low, asked_by)',
])
