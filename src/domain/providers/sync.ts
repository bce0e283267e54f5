// Members of Discord's guilds are asked about again and again, since they may never sign in on pages (docs/decisions/0128-provider-sync.md).
import { monotonicClock } from '../../lib/measure/clock.ts'
import { dayMs, hourMs, minuteMs } from '../../lib/measure/units.ts'
import type { Actor } from '../../model/accounts/actor.ts'
import { canAskMembers, type Provider } from '../../model/community/provider.ts'
import { noSuch } from '../../model/errors/families.ts'
import { Refused } from '../../model/errors/refusal.ts'
import { maxWaitMs } from '../../state/providers/discord.ts'
import { providerByName } from '../../storage/community/providers.ts'
import { botTokenPlace } from '../../storage/schema/encryption.ts'
import {
  type DueIdentity,
  delayQuestions,
  dueIdentity,
  dueSubjects,
  setAllDue,
  setAnswered,
  setAsked,
  takeQuestion,
} from '../../storage/sign-in/identity-questions.ts'
import type { ChangeContext, ProviderContext, SecretContext } from '../context.ts'
import { followGroups } from '../identities/memberships.ts'
import { maxCounted } from './kept.ts'
import { toProvider } from './rows.ts'

const betweenAnswersMs = 6 * hourMs
const betweenTriesMs = 15 * minuteMs

const sleep = (ms: number): Promise<unknown> => new Promise((done) => setTimeout(done, ms))

/** Between two questions to a provider, by whichever process. */
export const betweenQuestionsMs = 500

/** A longer wait is left to the job. */
const patienceMs = 10_000

const inRequestMs = 5000

/** Returns what a request waits for. The job continues afterwards. */
export function forAMoment(): Pick<Asking, 'isOver'> {
  const until = monotonicClock() + inRequestMs
  return { isOver: () => monotonicClock() >= until }
}

export interface Sync {
  /** The accounts that were asked about, with those whose answers were of no use. */
  asked: number
  made: number
  ended: number
  failed: number
}

interface Asking {
  by: Actor
  /** Returns true if nobody more is to be asked about now. */
  isOver: () => boolean
  /** Waits for milliseconds. */
  pause?: (ms: number) => Promise<unknown>
}

type Deps = ChangeContext & ProviderContext & SecretContext

/**
 * Makes every linked account due, asks about as many as `asking` allows, and returns also how many are left, up to a
 * thousand. Throws Refused `unknown`, `provider_without_bot`.
 */
export async function syncProvider(
  context: Deps,
  name: string,
  asking: Asking,
): Promise<Sync & { waiting: number }> {
  const { clock, db } = context
  const row = await providerByName(db, name)
  if (!row) throw noSuch('provider')
  if (!canAskMembers(toProvider(row), row.bot_token !== null)) throw new Refused('provider_without_bot')
  const now = clock()
  await setAllDue(db, name, now)
  const done = await askMembers(context, name, asking)
  return { ...done, waiting: (await dueSubjects(db, name, now, maxCounted)).length }
}

/** Asks about the accounts of a provider that are due, one after another, and follows the answers. */
export async function askMembers(
  context: Deps,
  name: string,
  { by, isOver, pause = sleep }: Asking,
): Promise<Sync> {
  const sum = { asked: 0, made: 0, ended: 0, failed: 0 }
  while (!isOver()) {
    const turn = await nextTurn(context, name)
    if (!turn) break
    if ('waitMs' in turn) {
      if (turn.waitMs > patienceMs) break
      await pause(turn.waitMs)
      continue
    }
    const { made, ended, failed } = await askAbout(context, by, turn)
    sum.asked += 1
    sum.made += made
    sum.ended += ended
    sum.failed += failed
  }
  return sum
}

interface Turn {
  provider: Provider & { guild: string }
  botToken: string
  due: DueIdentity
}

/**
 * Returns the account that this process asks about, or how long to wait. Undefined if nobody is due. It counts as asked
 * about from now on, so that a process that ends halfway leaves at most one for the next round.
 */
async function nextTurn(context: Deps, name: string): Promise<Turn | { waitMs: number } | undefined> {
  const { clock, db, secrets } = context
  const row = await providerByName(db, name)
  if (!row || row.bot_token === null) return undefined
  const provider = toProvider(row)
  const { guild } = provider
  if (guild === null || !canAskMembers(provider, true)) return undefined
  const now = clock()
  const before = Math.max(now - betweenAnswersMs, row.all_due_at ?? 0)
  const due = [name, before, now - betweenTriesMs, now + hourMs] as const
  if (!(await dueIdentity(db, ...due))) return undefined
  const next = row.next_question_at ?? 0
  const tooFar = now + maxWaitMs
  if (next > now && next <= tooFar) return { waitMs: next - now }
  const botToken = await secrets.open(db, botTokenPlace(name), row.bot_token)
  const taken = await db.transaction(async (tx) => {
    if (!(await takeQuestion(tx, name, now, now + betweenQuestionsMs, tooFar))) return undefined
    const found = await dueIdentity(tx, ...due)
    if (found) await setAsked(tx, name, found.subject, now)
    return found
  })
  return taken ? { provider: { ...provider, guild }, botToken, due: taken } : { waitMs: betweenQuestionsMs }
}

async function askAbout(
  context: Deps,
  by: Actor,
  { provider, botToken, due: { subject, account_id: id, failing_since } }: Turn,
): Promise<Omit<Sync, 'asked'>> {
  const { clock, db, log, providers } = context
  const { name } = provider
  const { groups, problem, waitMs } = await providers.askMember(provider, botToken, subject, clock())
  const now = clock()
  if (waitMs > 0) await delayQuestions(db, name, now + waitMs)
  if (problem !== undefined) {
    await setAnswered(db, name, subject, failing_since ?? now, problem)
    const isLasting = failing_since !== null && failing_since <= now - dayMs
    log[isLasting ? 'warn' : 'info']({ provider: name, account: id, problem }, 'nothing was said of a member')
    return { made: 0, ended: 0, failed: 1 }
  }
  const followed = await followGroups(context, by, { provider, subject, values: groups }, { id })
  if (failing_since !== null) await setAnswered(db, name, subject, null, null)
  return { ...followed, failed: 0 }
}
