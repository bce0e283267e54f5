import type { Readable } from 'node:stream'
import type { Html } from '../../lib/text/html.ts'
import type { Flash } from '../context/text.ts'
import type { Badge } from '../layout/icons.ts'
import type { PolicyAdditions } from './policy.ts'

/** The part of a page that chats show with a link to it. It tells nothing else than the page does. */
export interface Card {
  /** One or two sentences. */
  description: string
  /** The whole address of the picture. */
  picture: string
}

export interface Page {
  /** The status code, 200 by default. */
  status?: number | undefined
  /** The only `h1`, and the title of the window. */
  heading: string
  /** One sentence that says what is wrong and what to do next. */
  alert?: string | Html | undefined
  content: Html
  /** Files of src/web/assets/. */
  scripts?: readonly string[]
  /** True if the page has pictures of textures, which have a style of their own. */
  hasPictures?: boolean
  /** True if the page has charts, which have a style of their own. */
  hasFigures?: boolean
  policy?: PolicyAdditions
  /** The time after which trying again makes sense, in seconds. */
  retryAfter?: number | undefined
  /** The full path at which the page can be loaded again after a rejected form; by default, the page of the form. */
  here?: string | undefined
  /** The full path that signing in or registering from here leads to. */
  next?: string | undefined
  /** The badge of the link to the friends in the list of pages. */
  friendsBadge?: Badge | undefined
  /** True if the page needs the width of a table or a picture. */
  isWide?: boolean
  /** True if the picture of the community is next to the heading. */
  hasEmblem?: boolean
  /** The part of the page that chats show with a link to it. */
  card?: Card
}

/** A redirect to another page, which shows the message of `flash`. */
export interface Redirect {
  /** A path below the base URL. */
  to: string
  flash?: Flash
}

/** A redirect to the path that `next` asked for: a full path of this service. */
export interface ReturnRedirect {
  next: string
  flash?: Flash
}

/** A redirect to a page of another service, which the policy of the form's page has to allow. */
interface RedirectAway {
  /** A whole address. */
  away: string
}

/** A file to download. */
interface Attachment {
  /** Letters, digits, `.`, `_` and `-`. */
  filename: string
  /** The file's content, which is JSON. */
  file: Readable
}

/** The reply was already sent. */
interface Answered {
  isAnswered: true
}

export type PageAnswer = Page | Redirect | ReturnRedirect | RedirectAway | Attachment | Answered
