import { executesAll } from '../executes-all.ts'

/** The place of each texture's file, and objects that no texture names (docs/decisions/0151-object-store.md). */
export const up = executesAll(() => [
  "alter table texture add column place text not null default 'database'",
  'alter table texture add column bytes integer',
  "create index texture_in_store on texture (hash) where place = 's3'",
  `create table loose_object (
    hash text primary key,
    due_at bigint not null,
    claimed_at bigint
  )`,
  'create index loose_object_by_time on loose_object (due_at)',
])
