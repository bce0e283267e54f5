import { minuteMs } from '../../lib/measure/units.ts'
import { type Account, isUsername } from '../../model/accounts/account.ts'
import type { SignedInVia } from '../../model/accounts/credential.ts'
import { isVisitRefusal, type VisitRefusal } from '../../model/errors/visit-refusal.ts'
import { type AttemptReason, type AttemptStep, attemptSteps } from '../../model/records/attempt.ts'
import type { AdviceFacts, WhyText } from './why-text.ts'

export interface Attempt {
  at: number
  step: AttemptStep
  /** Undefined if it succeeded. */
  refused: { reason: string; detail: string | undefined } | undefined
  /** The game server that asked below its own root. */
  server: string | undefined
  address: string
  /** By what a launcher signed in or was refused, if not by the password. */
  via?: SignedInVia | undefined
  /** With `watched`, the ids of the neighbours whose answers would have decided. */
  neighbours?: string[] | undefined
}

/** The facts about a name. `attempts` are sorted, the newest first. */
interface NameFacts {
  name: string
  account: Account | undefined
  /** The account of a character. Undefined if `account` is not a character. */
  owner: Account | undefined
  /** The account for which the name of a deleted character is held, and until when. */
  held: { owner: string; until: number } | undefined
  /** The current username of the account that had this name before. */
  renamedTo: string | undefined
  attempts: readonly Attempt[]
  baseUrl: string
  /** False with NORN_PASSWORD_SIGN_IN=off. */
  hasPasswords: boolean
  /** The groups of each game server, by the server's name. */
  groupsOfServers: ReadonlyMap<string, readonly string[]>
}

/** A refused join is the reason why the server, which asks moments later, does not find one. */
const sameTryMs = minuteMs

/** Returns what to do so that the player gets in. */
export function adviceOf(text: WhyText, known: NameFacts): string {
  const { name, account, owner, held, renamedTo, attempts } = known
  if (!account) {
    if (!isUsername(name)) return text.noName(name)
    if (renamedTo !== undefined) return text.renamed(name, renamedTo)
    if (held) return text.heldFor(name, held.owner, held.until)
    const [last] = attempts
    if (last === undefined) return text.noAccount(name)
    if (!last.refused && last.step === 'hasJoined') return text.letIn(factsOf(text, known, name, last))
    if (last.refused && isOfStranger(last.refused.reason)) {
      return text.advice[last.refused.reason](factsOf(text, known, name, last))
    }
    return last.step === 'hasJoined' ? text.noAccountAsked(name) : text.noAccountTyped(name)
  }
  if (!owner) return adviceAbout(text, account, known)
  const isOfOwner = owner.suspension !== undefined || owner.deletesAt !== undefined
  const advice = adviceAbout(text, isOfOwner ? owner : account, known)
  return text.character(account.username, owner.username, advice)
}

function adviceAbout(text: WhyText, player: Account, known: NameFacts): string {
  const { username, suspension, deletesAt } = player
  if (suspension) return text.suspended(username, suspension.until, suspension.reason)
  if (deletesAt !== undefined) {
    return player.ownerId === undefined
      ? text.leaving(username, deletesAt)
      : text.characterLeaving(username, deletesAt)
  }
  const last = lastThatTells(known.attempts)
  // What is typed there is the account's.
  const isSecret = last?.refused?.reason === 'credentials_invalid'
  const subject = isSecret ? (known.owner?.username ?? username) : username
  const facts = factsOf(text, known, subject, last)
  if (!last) return text.nobodyTried(facts)
  if (last.refused?.reason === 'credentials_invalid' && !known.hasPasswords) return text.passwordsOff(facts)
  return last.refused ? adviceOfRefusal(text, last.refused, facts) : adviceOfSuccess(text, last.step, facts)
}

/** Reasons for which somebody who proved who they are at a provider has no account. */
const unregistered = ['provider_guild_missing', 'provider_registration_off'] as const

type StrangerReason = VisitRefusal | 'watched' | (typeof unregistered)[number]

const isOfStranger = (reason: string): reason is StrangerReason =>
  reason === 'watched' || isVisitRefusal(reason) || unregistered.some((each) => each === reason)

function lastThatTells(attempts: readonly Attempt[]): Attempt | undefined {
  // Reading a page in between says nothing about playing.
  const last = attempts.find(({ step, refused }) => refused !== undefined || step !== 'web') ?? attempts[0]
  if (last?.step !== 'hasJoined' || !last.refused) return last
  const { at } = last
  const earlier = attempts.find((each) => each.step === 'join')
  return earlier?.refused && at - earlier.at < sameTryMs ? earlier : last
}

function factsOf(
  text: WhyText,
  { baseUrl, groupsOfServers }: NameFacts,
  name: string,
  last: Attempt | undefined,
): AdviceFacts {
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

function adviceOfRefusal(
  text: WhyText,
  refused: NonNullable<Attempt['refused']>,
  facts: AdviceFacts,
): string {
  const word = [refused.detail, refused.reason].find((each) => each !== undefined && isReason(text, each))
  return word !== undefined && isReason(text, word)
    ? text.advice[word](facts)
    : text.adviceOtherwise(facts, refused.reason)
}

function adviceOfSuccess(text: WhyText, step: AttemptStep, facts: AdviceFacts): string {
  if (step === 'hasJoined') return text.letIn(facts)
  if (step === 'join') return text.joinAlone(facts)
  return step === 'web' ? text.pageAlone(facts) : text.launcherAlone(facts)
}

/** Describes an attempt, with the game server it was made for. */
export function messageOf(text: WhyText, attempt: Attempt): string {
  const message = plainMessageOf(text, attempt)
  const places = [attempt.server, ...(attempt.neighbours ?? [])].filter((place) => place !== undefined)
  return places.length === 0 ? message : `${message} (${places.join(', ')})`
}

function plainMessageOf(text: WhyText, { step, refused, via }: Attempt): string {
  if (!refused && via) return text.succeededVia[via]
  if (!refused) return text.succeeded[step]
  const { reason, detail } = refused
  if (reason === 'watched') return text.refused.watched
  if (detail !== undefined && isReason(text, detail)) return text.refused[detail]
  return isReason(text, reason) ? text.refused[reason] : text.refusedOtherwise(reason)
}

const isReason = ({ refused }: WhyText, word: string): word is AttemptReason => Object.hasOwn(refused, word)

/** Sorts attempts: the newest first, and at the same instant the later step first. */
export const newestFirst = (a: Attempt, b: Attempt): number =>
  b.at - a.at || attemptSteps.indexOf(b.step) - attemptSteps.indexOf(a.step)
