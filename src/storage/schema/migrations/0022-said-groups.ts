import { executesAll } from '../executes-all.ts'

/**
 * A registration that waits for its email keeps the groups that the provider has said, and an index finds the account that
 * nothing was heard of for longest.
 */
export const up = executesAll(() => [
  'alter table registration add column said_groups text',
  `create index linked_identity_failing_since on linked_identity (provider, failing_since)
    where failing_since is not null`,
])
