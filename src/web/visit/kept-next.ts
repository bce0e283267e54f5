// Where a visitor wants to go on to, while a mailed link is on its way: a mail that named it would lead anybody there.
import type { Context } from '../../domain/context.ts'
import { mailLifetimeMs } from '../../domain/mail.ts'
import { clearCookie, readCookie, setCookie } from './cookies.ts'
import { nextPath } from './next.ts'
import type { Visit } from './visit.ts'

/** Browsers keep no cookie of more than 4096 bytes, name and attributes included. */
const maxKept = 3500

/** Has the browser keep it as long as a link of this kind is good; what it kept before is replaced or forgotten. */
export function keepNext(
  context: Context,
  { request, reply }: Visit,
  kind: 'register' | 'recover',
  next: string | undefined,
): void {
  if (next !== undefined && encodeURIComponent(next).length <= maxKept)
    setCookie(context, reply, 'next', next, mailLifetimeMs[kind])
  else if (readCookie(context, request, 'next') !== undefined) clearCookie(context, reply, 'next')
}

/** The one that was kept in this browser, which forgets it now. */
export function takeNext(context: Context, { request, reply }: Visit): string | undefined {
  const kept = readCookie(context, request, 'next')
  if (kept === undefined) return undefined
  clearCookie(context, reply, 'next')
  return nextPath(kept, context.baseUrl())
}
