import type { Context } from '../../../../domain/context.ts'
import { minuteMs } from '../../../../lib/measure/units.ts'
import { type Html, html } from '../../../../lib/text/html.ts'
import { clearCookie, readCookie, setCookie } from '../../../context/cookies.ts'
import type { SignedInPageContext } from '../../../context/page-context.ts'
import { copyLine } from '../../../layout/copy-line.ts'

const shownMs = minuteMs

/** Keeps a new secret in the browser until the page of what it belongs to has shown it once. */
export const keepSecret = (
  context: Context,
  { reply }: SignedInPageContext,
  id: string,
  secret: string,
): void => setCookie(context, reply, 'secret', `${id}.${secret}`, shownMs)

/** Returns the secret that was kept for this page, and deletes the cookie. */
export function takeSecret(context: Context, page: SignedInPageContext, id: string): string | undefined {
  const kept = readCookie(context, page.request, 'secret')
  if (!kept?.startsWith(`${id}.`)) return undefined
  clearCookie(context, page.reply, 'secret')
  return kept.slice(id.length + 1)
}

/** Renders a card that shows the secret once. */
export function newSecret(
  context: Context,
  page: SignedInPageContext,
  id: string,
  words: { secret: string; secretOnce: string },
): Html | undefined {
  const secret = takeSecret(context, page, id)
  if (secret === undefined) return undefined
  return html`<section class="card">
<h2>${words.secret}</h2>
<p>${words.secretOnce}</p>
${copyLine(page.text, secret)}
</section>`
}
