import { executesAll } from '../executes-all.ts'

/** A link to a new email address ends with the credentials of its account. Null, from an earlier release, is ended. */
export const up = executesAll(() => [
  'alter table email_change add column credentials_version bigint',
  `update email_change set credentials_version =
     (select credentials_version from account where account.id = email_change.account_id)`,
])
