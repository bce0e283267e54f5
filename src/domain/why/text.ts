import type { AttemptReason, AttemptStep } from '../../model/attempt.ts'

/** The values that advice may mention. */
export interface AdviceFacts {
  /** The account's name, or the name that was asked for. */
  name: string
  /** The base URL of this service. */
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
  refused: Readonly<Record<AttemptReason, string>>
  /** For an error code of OAuth 2.0, or another reason without a text of its own. */
  refusedOtherwise: (reason: string) => string
  /** Advice for an attempt that was refused. */
  advice: Readonly<Record<AttemptReason, (facts: AdviceFacts) => string>>
  adviceOtherwise: (facts: AdviceFacts, reason: string) => string
  noName: (name: string) => string
  noAccount: (name: string) => string
  /** Somebody entered the name at a sign-in. */
  noAccountTyped: (name: string) => string
  /** A game server has asked about the name. */
  noAccountAsked: (name: string) => string
  renamed: (former: string, now: string) => string
  suspended: (name: string, until: number | undefined, reason: string | undefined) => string
  leaving: (name: string, at: number) => string
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
      | 'server_not_allowed'
      | 'server_paused'
      | 'database_unavailable'
      | 'too_many_guesses'
      | 'unexpected'
    >
  }
}

/** Returns the texts for people in a browser, which name buttons rather than commands. */
export const forPages = (text: WhyText): WhyText => ({
  ...text,
  ...text.onPage,
  advice: { ...text.advice, ...text.onPage.advice },
})
