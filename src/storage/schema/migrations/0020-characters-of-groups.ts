import { executesAll } from '../executes-all.ts'

/** The number of players that members of a group may have, and which players of an account a game server takes. */
export const up = executesAll(() => [
  'alter table player_group add column characters integer',
  "alter table game_server add column characters text not null default 'all'",
])
