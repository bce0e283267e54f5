import type { Transaction } from '../engine/database.ts'
import {
  executes,
  readsAll,
  readsColumn,
  readsFirst,
  readsNumber,
  writesColumn,
  writesFirst,
} from '../engine/queries.ts'
import { inserts } from '../engine/rows.ts'
import type { LinkedIdentityRow } from '../schema/rows/providers.ts'

/** Returns the identities that are linked to an account, in the order of their providers. */
export const identitiesOfAccount = readsAll<LinkedIdentityRow, [accountId: string]>(
  'identities_of_account',
  'select * from linked_identity where account_id = $1 order by provider',
)

export const linkedIdentity = readsFirst<LinkedIdentityRow, [provider: string, subject: string]>(
  'linked_identity',
  'select * from linked_identity where provider = $1 and subject = $2',
)

/** Returns the identities of several accounts, in the order of their providers. */
export const identitiesOfAll = readsAll<
  Pick<LinkedIdentityRow, 'account_id' | 'provider' | 'subject'>,
  [accountIds: readonly string[]]
>(
  'identities_of_accounts',
  `select account_id, provider, subject from linked_identity where account_id = any_of($1)
   order by account_id, provider`,
)

/** Returns which of the subjects of a provider have an account. */
export const linkedSubjects = readsColumn<string, [provider: string, subjects: readonly string[]]>(
  'linked_subjects',
  'select subject from linked_identity where provider = $1 and subject = any_of($2)',
)

/** Counts the accounts that are linked to a provider, up to a limit. */
export const countIdentitiesOf = readsNumber<[provider: string, limit: number]>(
  'count_identities_of_provider',
  `select count(*) from
     (select 1 as one from linked_identity where provider = $1 limit $2) as counted`,
)

/**
 * Counts the accounts whose only way in is a provider, up to a limit. `unusable` is the hash of no password; with
 * `localOnly` 1 the passwords of administrators alone are ways in.
 */
export const countOnlyWaysIn = readsNumber<
  [provider: string, unusable: string, localOnly: 0 | 1, limit: number]
>(
  'count_only_ways_in',
  `select count(*) from
     (select 1 as one from linked_identity join account on account.id = linked_identity.account_id
      where linked_identity.provider = $1 and (account.password_hash = $2
          or (cast($3 as integer) = 1 and coalesce(account.roles, '') not like 'admin%'))
        and not exists (select 1 from passkey where passkey.account_id = account.id)
        and not exists (select 1 from linked_identity as other
          where other.account_id = account.id and other.provider <> $1)
      limit $4) as counted`,
)

/** Inserts an identity. Throws UniqueViolation if it is linked, or if the account has another one of its provider. */
export const insertLinkedIdentity = inserts('linked_identity')

/** Deletes the identity of an account at a provider and returns it, or undefined if there is none. */
export const deleteLinkedIdentity = writesFirst<
  LinkedIdentityRow,
  [accountId: string, provider: string],
  Transaction
>('delete_linked_identity', 'delete from linked_identity where account_id = $1 and provider = $2 returning *')

/** Stores a sign-in, and what the provider calls its person now. */
export const setIdentityUsed = executes<
  [provider: string, subject: string, at: number, name: string | null, email: string | null]
>(
  'set_linked_identity_used',
  `update linked_identity set last_sign_in_at = $3, name = $4, email = $5
   where provider = $1 and subject = $2`,
)

/** Keeps the identities of a provider, as parts of its deletion. */
export const keepIdentities = executes<[deletionId: string, provider: string], Transaction>(
  'keep_identities_of_provider',
  `insert into deletion_part (deletion_id, part, account_id, key, more, at, version)
   select cast($1 as text), 'identity', account.id, linked_identity.subject, linked_identity.name,
     linked_identity.linked_at, account.credentials_version
   from linked_identity join account on account.id = linked_identity.account_id
   where linked_identity.provider = $2`,
)

/** Links them again to those accounts whose credentials have not ended since and that have fewer, and returns these. */
export const restoreIdentities = writesColumn<string, [deletionId: string, provider: string, most: number]>(
  'restore_identities_of_provider',
  `insert into linked_identity (provider, subject, account_id, name, linked_at)
   select cast($2 as text), deletion_part.key, account.id, deletion_part.more, deletion_part.at
   from deletion_part join account on account.id = deletion_part.account_id
   where deletion_part.deletion_id = $1 and deletion_part.part = 'identity' and account.owner_id is null
     and account.credentials_version = deletion_part.version
     and (select count(*) from linked_identity as other where other.account_id = account.id) < $3
   returning account_id`,
)
