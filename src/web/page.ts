import type { Html } from '../lib/html.ts'
import type { PolicyAdditions } from './policy.ts'
import type { Said } from './text/text.ts'

/** What a page shows. */
export interface Page {
  /** 200 unless given. */
  status?: number
  /** The one `h1`, and the title of the window. */
  heading: string
  /** What is wrong, in one sentence that says what to do next. */
  alert?: string | undefined
  content: Html
  /** Files of src/web/assets/. */
  scripts?: readonly string[]
  policy?: PolicyAdditions
  /** Seconds until trying again makes sense. */
  retryAfter?: number | undefined
  /** Tables and pictures want more room than forms. */
  isWide?: boolean
}

/** On to another page, which says what was done. */
export interface GoTo {
  /** A path below the base URL. */
  to: string
  said?: Said
}

/** On to where `next` has said, a path of this service in full. */
export interface GoOn {
  next: string
  said?: Said
}

/** Somebody else has answered. */
export interface Answered {
  isAnswered: true
}

export type PageAnswer = Page | GoTo | GoOn | Answered
