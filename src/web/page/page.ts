import type { Readable } from 'node:stream'
import type { Html } from '../../lib/text/html.ts'
import type { Said } from '../text/text.ts'
import type { PolicyAdditions } from './policy.ts'

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
  /** Where a page that declines a form can be asked for again, in full; the page that the form stands on unless given. */
  here?: string | undefined
  /** Where signing in or registering from here leads on to, in full. */
  next?: string | undefined
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

/** A file to be kept, in place of a page. */
export interface Attachment {
  /** Letters, digits, `.`, `_` and `-`. */
  filename: string
  /** Its text, JSON. */
  file: Readable
}

/** Somebody else has answered. */
export interface Answered {
  isAnswered: true
}

export type PageAnswer = Page | GoTo | GoOn | Attachment | Answered
