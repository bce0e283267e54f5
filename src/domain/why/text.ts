import type { AttemptReason, AttemptStep } from '../../model/attempt.ts'

/** What advice names. */
export interface Facts {
  /** The account's, or the name that was asked for. */
  name: string
  /** Of this service. */
  baseUrl: string
  /** The Java option that makes games and servers use this service. */
  agent: string
  /** When it was, in words. */
  at: string
  /** The game server that asked below its root, and the groups that it lets in; empty for others. */
  server: string
  groups: string
  /** Whose attempt it was: the client's address. */
  address: string
}

/** What is said of attempts, in one language. */
export interface WhyText {
  /** Epoch milliseconds, in words. */
  instant: (instant: number) => string
  /** What has happened: in a table. */
  succeeded: Readonly<Record<AttemptStep, string>>
  refused: Readonly<Record<AttemptReason, string>>
  /** Of a word that OAuth 2.0 has for it, and others without words of their own. */
  refusedOtherwise: (reason: string) => string
  /** What to do, where the last attempt was refused. */
  advice: Readonly<Record<AttemptReason, (facts: Facts) => string>>
  adviceOtherwise: (facts: Facts, reason: string) => string
  noName: (name: string) => string
  noAccount: (name: string) => string
  /** The name was typed where people sign in. */
  noAccountTyped: (name: string) => string
  /** A game server has asked about the name. */
  noAccountAsked: (name: string) => string
  renamed: (former: string, now: string) => string
  suspended: (name: string, until: number | undefined, reason: string | undefined) => string
  leaving: (name: string, at: number) => string
  nobodyTried: (facts: Facts) => string
  /** On a page, and in no launcher. */
  pageAlone: (facts: Facts) => string
  launcherAlone: (facts: Facts) => string
  /** A game has joined, and no server asked. */
  joinAlone: (facts: Facts) => string
  letIn: (facts: Facts) => string
  /** Advice that names a command, a document or the log, worded for a person in a browser. */
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

/** Texts for people in a browser, where buttons replace commands. */
export const forPages = (text: WhyText): WhyText => ({
  ...text,
  ...text.onPage,
  advice: { ...text.advice, ...text.onPage.advice },
})
