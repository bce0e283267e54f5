// GET /account/security/codes: new recovery codes, for as long as the browser keeps them.
import type { Context } from '../../../domain/context.ts'
import { stillGood } from '../../../domain/sign-in/own-second-factor.ts'
import { minuteMs } from '../../../lib/measure/units.ts'
import { html } from '../../../lib/text/html.ts'
import { readCookie, setCookie } from '../../context/cookies.ts'
import type { PageContext } from '../../context/page-context.ts'
import type { Flash } from '../../context/text.ts'
import type { Redirect } from '../../page/page.ts'
import type { Pages } from '../../page/page-scope.ts'

/** This is long enough to print them. */
const shownMs = 10 * minuteMs

/** Keeps these codes in the browser until their page has shown them: the database has only their digests. */
export const keepCodes = (context: Context, { reply }: PageContext, codes: readonly string[]): void =>
  setCookie(context, reply, 'codes', codes.join('.'), shownMs)

/** Redirects to the page with these codes. */
export function showCodes(
  context: Context,
  page: PageContext,
  codes: readonly string[],
  flash: Flash,
): Redirect {
  keepCodes(context, page, codes)
  return { to: '/account/security/codes', flash }
}

export function recoveryCodesPage({ site, signedIn }: Pages, context: Context): void {
  signedIn.get('/account/security/codes', async ({ account, request, text }) => {
    const kept = readCookie(context, request, 'codes')?.split('.') ?? []
    const codes = await stillGood(context, account, kept)
    if (codes.length === 0) return { to: '/account/security' }
    const { app, codes: words } = text.security
    const { heading, explanation, list, print, done } = words
    return {
      heading,
      scripts: ['copy.js', 'print.js'],
      content: html`<section class="card">
<p>${explanation}</p>
<ul class="codes" id="codes" aria-label="${list}">
${codes.map((code) => html`<li><code>${code}</code></li>`)}
</ul>
<p class="beside" data-copy="${text.layout.copy}" data-copied="${text.layout.copied}" data-from="codes"></p>
<p class="actions"><a class="button" href="${site.href('/account/security')}">${done}</a>
<button class="quiet" type="button" data-print hidden>${print}</button></p>
</section>
<section class="card">
<h2>${text.home.launchers.heading}</h2>
<p>${app.launchers} <code>${app.example}</code></p>
</section>`,
    }
  })
}
