import type { Context } from '../../../domain/context.ts'
import { clearCookie, readCookie, setCookie } from '../../cookies.ts'
import type { SignedInVisit } from '../../visit.ts'

const shownMs = 60_000

/** A secret that is shown once: the browser keeps it until the page of what it belongs to has shown it. */
export const keepSecret = (context: Context, { reply }: SignedInVisit, id: string, secret: string): void =>
  setCookie(context, reply, 'secret', `${id}.${secret}`, shownMs)

/** The one that was kept for this page; the browser forgets it. */
export function takeSecret(
  context: Context,
  { request, reply }: SignedInVisit,
  id: string,
): string | undefined {
  const kept = readCookie(context, request, 'secret')
  if (kept !== undefined) clearCookie(context, reply, 'secret')
  return kept?.startsWith(`${id}.`) ? kept.slice(id.length + 1) : undefined
}
