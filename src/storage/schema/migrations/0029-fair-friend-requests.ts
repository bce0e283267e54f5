import { executesAll } from '../executes-all.ts'

/** From which network a request to be friends came, and who was declined (docs/decisions/0140-fair-friend-requests.md). */
export const up = executesAll(() => [
  'alter table friendship add column network text',
  `create table declined_player (
    account_id text not null references account (id) on delete cascade,
    other_id text not null references account (id) on delete cascade,
    until bigint not null,
    primary key (account_id, other_id)
  )`,
  'create index declined_player_by_other on declined_player (other_id)',
  'create index declined_player_by_until on declined_player (until)',
])
