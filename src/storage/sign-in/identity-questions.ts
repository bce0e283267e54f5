// The order in which linked accounts are asked about at a provider.
import { dayMs } from '../../lib/measure/units.ts'
import type { MemberProblem } from '../../model/community/provider.ts'
import type { Transaction } from '../engine/database.ts'
import { executes, readsAll, readsColumn, readsFirst, writesAny } from '../engine/queries.ts'
import type { LinkedIdentityRow } from '../schema/rows/providers.ts'

/** Returns the names of the providers whose guild a bot can be asked about. */
export const askableProviders = readsColumn<string>(
  'askable_providers',
  `select name from provider
   where preset = 'discord' and guild is not null and bot_token is not null order by name`,
)

export type DueIdentity = Pick<LinkedIdentityRow, 'subject' | 'account_id' | 'failing_since'>

const oldest = (where: string) => `select * from
  (select subject, account_id, failing_since, coalesce(asked_at, 0) as at from linked_identity
   where provider = $1 and ${where} order by coalesce(asked_at, 0) limit 1)`

/**
 * Returns the account that was not asked about for the longest time: one last asked about before an instant, one that
 * failed before another, or one that was asked about after a third, which the clock has been set back from.
 */
export const dueIdentity = readsFirst<
  DueIdentity,
  [provider: string, before: number, failedBefore: number, after: number]
>(
  'due_identity',
  `select subject, account_id, failing_since from
     (${oldest('coalesce(asked_at, 0) < $2')} as due
      union all select * from
        (select subject, account_id, failing_since, coalesce(asked_at, 0) as at from linked_identity
         where provider = $1 and failing_since is not null and asked_at < $3 order by asked_at limit 1) as failed
      union all ${oldest('coalesce(asked_at, 0) > $4')} as ahead) as found
   order by at limit 1`,
)

/**
 * Takes the next question to a provider, if its time has come or lies too far ahead for the clock to be right. The row
 * stays locked until the transaction ends, so that of several processes one takes it.
 */
export const takeQuestion = writesAny<
  [provider: string, now: number, next: number, tooFar: number],
  Transaction
>(
  'take_question',
  `update provider set next_question_at = $3 where name = $1
     and (coalesce(next_question_at, 0) <= $2 or next_question_at > $4) returning name`,
)

export const setAsked = executes<[provider: string, subject: string, at: number]>(
  'set_identity_asked',
  'update linked_identity set asked_at = $3 where provider = $1 and subject = $2',
)

/** Stores that answers about an account are of no use, or with nulls that the last one was. */
export const setAnswered = executes<
  [
    provider: string,
    subject: string,
    since: LinkedIdentityRow['failing_since'],
    problem: LinkedIdentityRow['problem'],
  ]
>(
  'set_identity_answered',
  'update linked_identity set failing_since = $3, problem = $4 where provider = $1 and subject = $2',
)

/** Lets nobody be asked about before an instant. */
export const delayQuestions = executes<[provider: string, until: number]>(
  'delay_questions',
  `update provider set next_question_at = $2
   where name = $1 and coalesce(next_question_at, 0) < $2`,
)

/** Forgets that answers were of no use, for other questions are asked from now on. */
export const forgetFailures = executes<[provider: string]>(
  'forget_failed_questions',
  `update linked_identity set failing_since = null, problem = null
   where provider = $1 and failing_since is not null`,
)

/** Makes every account due that was last asked about before an instant. */
export const setAllDue = executes<[provider: string, at: number]>(
  'set_all_due',
  'update provider set all_due_at = $2 where name = $1',
)

/** Returns those who were last asked about before an instant, up to a limit. */
export const dueSubjects = readsColumn<string, [provider: string, before: number, limit: number]>(
  'due_subjects',
  `select subject from linked_identity where provider = $1 and coalesce(asked_at, 0) < $2 limit $3`,
)

const failing = (what: string, end = '') => `(select ${what} from linked_identity
     where linked_identity.provider = provider.name and failing_since is not null${end})`

/**
 * Returns the providers whose answers have been of no use for a day, since when, and what is wrong with the account that
 * has failed for longest. It looks at both ends of an index, however many accounts fail.
 */
export const lastingFailures = readsAll<{ name: string; since: number; problem: MemberProblem }>(
  'lasting_failures_of_providers',
  `select name, since, problem from
     (select provider.name, ${failing('min(failing_since)')} as since, ${failing('max(asked_at)')} as asked_at,
        ${failing('problem', ' order by failing_since limit 1')} as problem
      from provider
      where preset = 'discord' and guild is not null and bot_token is not null) as failed
   where asked_at - since >= ${dayMs} order by name`,
)
