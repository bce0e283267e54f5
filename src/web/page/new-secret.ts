import type { Context } from '../../domain/context.ts'
import { minuteMs } from '../../lib/measure/units.ts'
import { type Html, html } from '../../lib/text/html.ts'
import { clearCookie, readCookie, setCookie } from '../context/cookies.ts'
import type { SignedInPageContext } from '../context/page-context.ts'
import { copyLine } from '../layout/copy-line.ts'

const shownMs = minuteMs

/** Keeps a new secret in the browser until the page of what it belongs to has shown it once. */
export const keepSecret = (
  context: Context,
  { account, reply }: SignedInPageContext,
  id: string,
  secret: string,
): void => {
  const kept: Kept = { until: context.clock() + shownMs, account: account.id, id, secret }
  const sealed = context.formSeals.seal(Buffer.from(JSON.stringify(kept)), 'shown secret')
  setCookie(context, reply, 'secret', sealed, shownMs)
}

/** The content of the cookie, which is for one account and one page. */
interface Kept {
  /** Epoch milliseconds. */
  until: number
  account: string
  id: string
  secret: string
}

/** Returns the secret that was kept for this page, and deletes the cookie. */
export function takeSecret(context: Context, page: SignedInPageContext, id: string): string | undefined {
  const sealed = readCookie(context, page.request, 'secret')
  const content = sealed === undefined ? undefined : context.formSeals.open(sealed, 'shown secret')
  if (content === undefined) return undefined
  const kept: Kept = JSON.parse(content.toString())
  const isOwn = kept.account === page.account.id && kept.until > context.clock()
  if (isOwn && kept.id !== id) return undefined
  clearCookie(context, page.reply, 'secret')
  return isOwn ? kept.secret : undefined
}

/** Renders a card that shows the secret once, in large letters if people type it. */
export function newSecret(
  context: Context,
  page: SignedInPageContext,
  id: string,
  words: { secret: string; secretOnce: string },
  use?: 'typed',
): Html | undefined {
  const secret = takeSecret(context, page, id)
  if (secret === undefined) return undefined
  return html`<section class="card">
<h2>${words.secret}</h2>
<p>${words.secretOnce}</p>
${use === 'typed' ? html`<div class="large">${copyLine(page.text, secret)}</div>` : copyLine(page.text, secret)}
</section>`
}
