import { minuteMs } from '../../lib/measure/units.ts'
import type { Account } from '../../model/account.ts'
import { isUsername } from '../../model/account.ts'
import { type AttemptReason, type AttemptStep, attemptSteps } from '../../model/attempt.ts'
import type { Facts, WhyText } from './text.ts'

/** As it is stored. */
export interface Attempt {
  at: number
  step: AttemptStep
  /** Undefined where it went well. */
  refused: { reason: string; detail: string | undefined } | undefined
  /** The game server that asked below its root. */
  server: string | undefined
  address: string
}

/** What is known of a name. `attempts` has the newest first. */
export interface Known {
  name: string
  account: Account | undefined
  /** The username now of the account that had the name before. */
  renamedTo: string | undefined
  attempts: readonly Attempt[]
  baseUrl: string
  /** The groups that each game server names, by its name. */
  groupsOfServers: ReadonlyMap<string, readonly string[]>
}

/** A join that was refused is why the server, which asks moments later, finds none. */
const sameTryMs = minuteMs

/** What to do so that the player gets in, in words. */
export function adviceOf(text: WhyText, known: Known): string {
  const { name, account, renamedTo, attempts } = known
  if (!account) {
    if (!isUsername(name)) return text.noName(name)
    if (renamedTo !== undefined) return text.renamed(name, renamedTo)
    if (attempts[0] === undefined) return text.noAccount(name)
    return attempts[0].step === 'hasJoined' ? text.noAccountAsked(name) : text.noAccountTyped(name)
  }
  const { username, suspension, deletesAt } = account
  if (suspension) return text.suspended(username, suspension.until, suspension.reason)
  if (deletesAt !== undefined) return text.leaving(username, deletesAt)
  const last = lastThatTells(attempts)
  const facts = factsOf(text, known, username, last)
  if (!last) return text.nobodyTried(facts)
  return last.refused ? adviceOfRefusal(text, last.refused, facts) : adviceOfSuccess(text, last.step, facts)
}

function lastThatTells(attempts: readonly Attempt[]): Attempt | undefined {
  // Whoever reads a page in between has not played.
  const last = attempts.find(({ step, refused }) => refused !== undefined || step !== 'web') ?? attempts[0]
  if (last?.step !== 'hasJoined' || !last.refused) return last
  const { at } = last
  const earlier = attempts.find((each) => each.step === 'join')
  return earlier?.refused && at - earlier.at < sameTryMs ? earlier : last
}

function factsOf(
  text: WhyText,
  { baseUrl, groupsOfServers }: Known,
  name: string,
  last: Attempt | undefined,
): Facts {
  return {
    name,
    baseUrl,
    agent: `-javaagent:authlib-injector.jar=${baseUrl}/authlib-injector/`,
    at: last ? text.instant(last.at) : '',
    address: last?.address ?? '',
    server: last?.server ?? '',
    groups: (groupsOfServers.get(last?.server ?? '') ?? []).join(', '),
  }
}

function adviceOfRefusal(text: WhyText, refused: NonNullable<Attempt['refused']>, facts: Facts): string {
  const word = [refused.detail, refused.reason].find((each) => each !== undefined && isReason(text, each))
  return word !== undefined && isReason(text, word)
    ? text.advice[word](facts)
    : text.adviceOtherwise(facts, refused.reason)
}

function adviceOfSuccess(text: WhyText, step: AttemptStep, facts: Facts): string {
  if (step === 'hasJoined') return text.letIn(facts)
  if (step === 'join') return text.joinAlone(facts)
  return step === 'web' ? text.pageAlone(facts) : text.launcherAlone(facts)
}

/** What has happened, in words, and at which game server. */
export function messageOf(text: WhyText, attempt: Attempt): string {
  const message = plainMessageOf(text, attempt)
  return attempt.server === undefined ? message : `${message} (${attempt.server})`
}

function plainMessageOf(text: WhyText, { step, refused }: Attempt): string {
  if (!refused) return text.succeeded[step]
  const { reason, detail } = refused
  if (detail !== undefined && isReason(text, detail)) return text.refused[detail]
  return isReason(text, reason) ? text.refused[reason] : text.refusedOtherwise(reason)
}

const isReason = ({ refused }: WhyText, word: string): word is AttemptReason => Object.hasOwn(refused, word)

/** The newest first; of one instant what comes later on the way into the game. */
export const newestFirst = (a: Attempt, b: Attempt): number =>
  b.at - a.at || attemptSteps.indexOf(b.step) - attemptSteps.indexOf(a.step)
