import type { SignedInVia } from '../../model/accounts/credential.ts'
import type { AttemptReason, AttemptStep } from '../../model/records/attempt.ts'
import { catalogue } from '../../texts/catalogue.ts'
import { filled } from '../../texts/filled.ts'
import type { Language } from '../../texts/languages.ts'
import { type Entry, instant, say, type Values } from '../../texts/say.ts'

/** The values that advice may mention. */
export interface AdviceFacts {
  /** The account's name, or the name that was asked for. */
  name: string
  baseUrl: string
  /** The Java option that makes games and servers use this service. */
  agent: string
  /** The time of the attempt, formatted. */
  at: string
  /** The game server that asked below its own root, and the groups that it lets in. Empty for other attempts. */
  server: string
  groups: string
  /** The client's address in the attempt. */
  address: string
}

/** The texts about attempts in one language. */
export interface WhyText {
  /** Formats an instant, given in epoch milliseconds. */
  instant: (instant: number) => string
  /** Descriptions of attempts, as shown in a table. */
  succeeded: Readonly<Record<AttemptStep, string>>
  /** For `authenticate` by something other than a password. */
  succeededVia: Readonly<Record<SignedInVia, string>>
  refused: Readonly<Record<AttemptReason, string>>
  /** For an error code of OAuth 2.0, or another reason without a text of its own. */
  refusedOtherwise: (reason: string) => string
  /** Advice for an attempt that was refused. */
  advice: Readonly<Record<AttemptReason, (facts: AdviceFacts) => string>>
  adviceOtherwise: (facts: AdviceFacts, reason: string) => string
  /** For wrong credentials, with NORN_PASSWORD_SIGN_IN=off. */
  passwordsOff: (facts: AdviceFacts) => string
  noName: (name: string) => string
  noAccount: (name: string) => string
  /** Somebody entered the name at a sign-in. */
  noAccountTyped: (name: string) => string
  /** A game server has asked about the name. */
  noAccountAsked: (name: string) => string
  renamed: (former: string, now: string) => string
  suspended: (name: string, until: number | undefined, reason: string | undefined) => string
  leaving: (name: string, at: number) => string
  /** Advice about a character, with the name of its account. */
  character: (name: string, owner: string, advice: string) => string
  /** The character alone is to be deleted. */
  characterLeaving: (name: string, at: number) => string
  /** The name of a deleted character. */
  heldFor: (name: string, owner: string, at: number) => string
  nobodyTried: (facts: AdviceFacts) => string
  /** The player has signed in on the website, but not in a launcher. */
  pageAlone: (facts: AdviceFacts) => string
  launcherAlone: (facts: AdviceFacts) => string
  /** A game has joined, but no server has asked. */
  joinAlone: (facts: AdviceFacts) => string
  letIn: (facts: AdviceFacts) => string
  /** Advice that elsewhere mentions a command, a document or the log, reworded for people in a browser. */
  onPage: Pick<WhyText, 'adviceOtherwise' | 'noAccount' | 'noAccountTyped' | 'suspended'> & {
    advice: Pick<
      WhyText['advice'],
      | 'credentials_invalid'
      | 'character_not_allowed'
      | 'server_not_allowed'
      | 'server_paused'
      | 'server_unknown'
      | 'database_unavailable'
      | 'neighbour_unsure'
      | 'too_many_guesses'
      | 'two_sources'
      | 'visitor_refused'
      | 'visitor_suspended'
      | 'visitors_too_many'
      | 'unexpected'
    >
  }
}

const valuesOf = (facts: AdviceFacts): Values => ({ ...facts, form: facts.groups === '' ? 'none' : 'named' })
const name = (subject: string): Values => ({ name: subject })

const suspended = (subject: string, until: number | undefined, reason: string | undefined): Values => ({
  name: subject,
  form: `${until === undefined ? 'forever' : 'until'}${reason === undefined ? '' : 'Reason'}`,
  ...(until !== undefined && { until: instant(until) }),
  ...(reason !== undefined && { reason }),
})

const onBoth = {
  adviceOtherwise: (facts: AdviceFacts, reason: string) => ({ at: facts.at, reason }),
  noAccount: name,
  noAccountTyped: name,
  suspended,
}

const values = {
  ...onBoth,
  instant: (at: number) => ({ at: instant(at) }),
  refusedOtherwise: (reason: string) => ({ reason }),
  noName: name,
  noAccountAsked: name,
  renamed: (former: string, now: string) => ({ former, now }),
  leaving: (subject: string, at: number) => ({ name: subject, at: instant(at) }),
  character: (subject: string, owner: string, advice: string) => ({ name: subject, owner, advice }),
  characterLeaving: (subject: string, at: number) => ({ name: subject, at: instant(at) }),
  heldFor: (subject: string, owner: string, at: number) => ({ name: subject, owner, at: instant(at) }),
  passwordsOff: valuesOf,
  nobodyTried: valuesOf,
  pageAlone: valuesOf,
  launcherAlone: valuesOf,
  joinAlone: valuesOf,
  letIn: valuesOf,
  onPage: onBoth,
}

/** Returns the texts about attempts in a language. */
export function whyTextIn(language: Language): WhyText {
  const { advice, ...texts } = catalogue(language).why
  const { onPage, ...others } = filled(language, texts, values)
  return {
    ...others,
    advice: advising(language, advice),
    onPage: { ...onPage, advice: advising(language, onPage.advice) },
  }
}

const advising = <Reason extends string>(language: Language, advice: Readonly<Record<Reason, Entry>>) =>
  Object.fromEntries(
    Object.entries<Entry>(advice).map(([reason, entry]) => [
      reason,
      (facts: AdviceFacts) => say(language, entry, valuesOf(facts)),
    ]),
  ) as Record<Reason, (facts: AdviceFacts) => string>

/** Returns the texts for people in a browser, which name buttons rather than commands. */
export const forPages = (text: WhyText): WhyText => ({
  ...text,
  ...text.onPage,
  advice: { ...text.advice, ...text.onPage.advice },
})
