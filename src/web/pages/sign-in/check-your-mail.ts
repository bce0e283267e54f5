import type { Context, ReadContext } from '../../../domain/context.ts'
import { hourMs } from '../../../lib/measure/units.ts'
import { type Html, html } from '../../../lib/text/html.ts'
import { isMailAddress } from '../../../model/accounts/account.ts'
import { readCookie, setCookie } from '../../context/cookies.ts'
import type { PageContext } from '../../context/page-context.ts'
import type { Site } from '../../context/site.ts'
import type { Flash } from '../../context/text.ts'
import { form } from '../../form/forms.ts'
import { workField } from '../../form/work-field.ts'
import type { Page } from '../../page/page.ts'

/** The page shows the address for this long. */
const shownMs = hourMs

/** Keeps the address that a link was sent to in the browser, so that the next page can name it. */
export const keepMailed = (context: Context, { reply }: PageContext, email: string): void =>
  setCookie(context, reply, 'mailed', encodeURIComponent(email), shownMs)

/** Returns the address that a link was just sent to; undefined once the cookie has expired. */
export function mailedTo(context: Context, { request }: PageContext): string | undefined {
  const kept = readCookie(context, request, 'mailed')
  if (kept === undefined) return undefined
  const email = decoded(kept)
  return isMailAddress(email) ? email : undefined
}

/** Says that this service writes email to files, unless it sends it. `words` are about a link if not given. */
export const mailNote = (
  { config }: ReadContext,
  { text }: Pick<PageContext, 'text'>,
  words = text.register.sent.toFile,
): Html | undefined => (config.smtpUrl === undefined ? html`<p class="note">${words}</p>` : undefined)

/** Returns the message that another link was mailed, or written. */
export const sentAgain = ({ config }: ReadContext): Flash =>
  config.smtpUrl === undefined ? 'register.writtenAgain' : 'register.sentAgain'

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}

/**
 * Returns the page "Check your mail", which is the same whether or not the email address is known. `again` is the
 * path of the form that asks for another link, and `start` that of the form for another address.
 */
export async function checkYourMail(
  context: Context,
  site: Site,
  page: PageContext,
  again: '/register/sent' | '/recover',
  answer: Pick<Page, 'status' | 'alert' | 'retryAfter'> = {},
  start = again === '/recover' ? '/recover' : '/register',
): Promise<Page> {
  const { heading, explanation, ifKnown, sentTo, nothing, submit, otherAddress } = page.text.register.sent
  const email = mailedTo(context, page)
  // A browser that registered has already done its proof of work.
  const work = again === '/recover' && email !== undefined ? await workField(context, site, page) : undefined
  return {
    heading,
    ...work?.page,
    ...answer,
    content: html`<section class="card">
${
  mailNote(context, page) ??
  html`<p class="lead">${again === '/recover' ? ifKnown : email === undefined ? explanation : sentTo(email)}</p>
${again === '/recover' && email !== undefined && html`<p><bdi>${email}</bdi></p>`}
<p>${nothing}</p>`
}
${
  email !== undefined &&
  html`${form(site, page, { action: again, submit, variant: 'quiet', hidden: { email, again: '1' }, fields: work?.field })}
<p><a href="${site.href(start)}">${otherAddress}</a></p>`
}
</section>`,
  }
}
