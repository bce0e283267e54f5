import type { Notice } from '../model/mail.ts'

/** A mail in words. */
export interface Letter {
  subject: string
  /** Sentences, and links among them. */
  parts: readonly (string | Link)[]
}

export interface Link {
  /** What is done there. */
  label: string
  /** Below the base URL; no `=` in it, which some ways of writing a mail escape. */
  path: string
}

/** What letters name. */
export interface Facts {
  /** The service. */
  server: string
  /** How long the link is good, in hours. */
  hours: number
  /** The link of a mail that has one; else empty. */
  path: string
}

export type NoticeOf<About extends Notice['about']> = Extract<Notice, { about: About }>

/** Every text of our mail, in one language. */
export interface MailText {
  greeting: (username: string) => string
  closing: (server: string) => string
  register: (facts: Facts) => Letter
  registered: (facts: Facts) => Letter
  recover: (facts: Facts) => Letter
  email: (facts: Facts) => Letter
  notices: { [About in Notice['about']]: (facts: Facts, notice: NoticeOf<About>) => Letter }
  /** Of `norn mail test`. */
  test: (facts: Pick<Facts, 'server'>) => Letter
}
