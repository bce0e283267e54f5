// Keeps the path to return to in the browser while a mailed link is on its way: if the email contained it, the
// email could send its reader anywhere.
import type { Context } from '../../domain/context.ts'
import { mailLifetimeMs } from '../../domain/mail.ts'
import { clearCookie, readCookie, setCookie } from './cookies.ts'
import { nextPath } from './next.ts'
import type { PageContext } from './page-context.ts'

/** Browsers drop cookies of more than 4096 bytes, name and attributes included. */
const maxKept = 3500

/** Stores `next` for as long as a link of this kind is valid, and replaces or deletes what was stored before. */
export function keepNext(
  context: Context,
  { request, reply }: PageContext,
  kind: 'register' | 'recover',
  next: string | undefined,
): void {
  if (next !== undefined && encodeURIComponent(next).length <= maxKept)
    setCookie(context, reply, 'next', next, mailLifetimeMs[kind])
  else if (readCookie(context, request, 'next') !== undefined) clearCookie(context, reply, 'next')
}

/** Returns the stored path and deletes the cookie. */
export function takeNext(context: Context, { request, reply }: PageContext): string | undefined {
  const kept = readCookie(context, request, 'next')
  if (kept === undefined) return undefined
  clearCookie(context, reply, 'next')
  return nextPath(kept, context.baseUrl())
}
