import { executesAll } from '../executes-all.ts'

/** The rules that the owner of an account has accepted (docs/decisions/0168-accepted-rules.md). */
export const up = executesAll(() => [
  'alter table account add column rules_version text',
  'alter table account add column rules_accepted_at bigint',
  'alter table registration add column rules_version text',
  'alter table registration add column rules_accepted_at bigint',
])
