import { executesAll } from '../executes-all.ts'

/** The parts of the files that set a launcher up for a game server (docs/decisions/0161-files-for-launchers.md). */
export const up = executesAll(() => [
  'alter table game_server add column game_version text',
  'alter table game_server add column loader text',
  'alter table game_server add column mods text',
])
