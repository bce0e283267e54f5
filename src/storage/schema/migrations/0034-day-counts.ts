import { executesAll } from '../executes-all.ts'

const day = (column: string) => `${column} - ${column} % 86400000`

/** Figures of each day (docs/decisions/0164-figures.md), with the accounts and the joins that are still known. */
export const up = executesAll(() => [
  `create table day_count (
    figure text not null,
    server text not null,
    at bigint not null,
    count bigint not null,
    primary key (figure, server, at)
  )`,
  'create index day_count_by_day on day_count (at)',
  `insert into day_count (figure, server, at, count)
    select 'accounts', '', ${day('created_at')}, count(*) from account
    where owner_id is null group by ${day('created_at')}`,
  `insert into day_count (figure, server, at, count)
    select 'joins', '', ${day('at')}, sum(count) from hour_count
    where step = 'hasJoined' and outcome = 'ok' group by ${day('at')}`,
])
