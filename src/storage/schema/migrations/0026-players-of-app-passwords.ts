import { executesAll } from '../executes-all.ts'

/** The character that an app password signs in. Null for the account's own player. */
export const up = executesAll(() => [
  'alter table app_password add column player_id text references account (id) on delete cascade',
  'create index app_password_by_player on app_password (player_id) where player_id is not null',
])
