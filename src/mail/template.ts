import type { Notice } from '../model/mail.ts'

/** The text of an email before it is rendered. */
export interface MailTemplate {
  subject: string
  /** Sentences and links, in order. */
  parts: readonly (string | Link)[]
}

export interface Link {
  /** The text of the button. */
  label: string
  /** A path below the base URL. It must not contain `=`, which some encodings of mail escape. */
  path: string
}

/** The values that templates fill in. */
export interface TemplateValues {
  /** The name of the service. */
  server: string
  /** The lifetime of the link, in hours. */
  hours: number
  /** The path of the link; empty for emails without one. */
  path: string
}

export type NoticeOf<About extends Notice['about']> = Extract<Notice, { about: About }>

/** Every text of our email, in one language. */
export interface MailText {
  greeting: (username: string) => string
  closing: (server: string) => string
  register: (values: TemplateValues) => MailTemplate
  registered: (values: TemplateValues) => MailTemplate
  recover: (values: TemplateValues) => MailTemplate
  email: (values: TemplateValues) => MailTemplate
  notices: { [About in Notice['about']]: (values: TemplateValues, notice: NoticeOf<About>) => MailTemplate }
  /** The email of `norn mail test`. */
  test: (values: Pick<TemplateValues, 'server'>) => MailTemplate
}
