import { executesAll } from '../executes-all.ts'

/** When each linked account was last asked about at its provider, and since when the answers are of no use. */
export const up = executesAll(() => [
  'alter table linked_identity add column asked_at bigint',
  'alter table linked_identity add column failing_since bigint',
  'alter table linked_identity add column problem text',
  'create index linked_identity_by_question on linked_identity (provider, coalesce(asked_at, 0))',
  `create index linked_identity_failing on linked_identity (provider, asked_at)
    where failing_since is not null`,
  'alter table provider add column all_due_at bigint',
  'alter table provider add column next_question_at bigint',
])
