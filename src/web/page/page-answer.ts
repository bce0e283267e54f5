import type { FastifyReply } from 'fastify'
import type { Context } from '../../domain/context.ts'
import { minuteMs } from '../../lib/measure/units.ts'
import { Refused } from '../../model/errors/refusal.ts'
import { setCookie } from '../context/cookies.ts'
import { forgetFlash, type PageContext } from '../context/page-context.ts'
import type { Site } from '../context/site.ts'
import { layout } from '../layout/layout.ts'
import type { Page, PageAnswer } from './page.ts'
import { contentPolicy } from './policy.ts'

export async function answerWith(context: Context, site: Site, pageContext: PageContext, answer: PageAnswer) {
  if ('heading' in answer) {
    forgetFlash(context, pageContext)
    return send(site, pageContext, answer)
  }
  if ('filename' in answer) {
    return pageContext.reply
      .headers({
        'cache-control': 'no-store',
        'content-disposition': `attachment; filename="${answer.filename}"`,
      })
      .type('application/json; charset=utf-8')
      .send(answer.file)
  }
  if ('isAnswered' in answer) return pageContext.reply
  if ('away' in answer) return pageContext.reply.redirect(answer.away, 303)
  if (answer.flash) setCookie(context, pageContext.reply, 'flash', answer.flash, flashTimeoutMs)
  return pageContext.reply.redirect('next' in answer ? answer.next : site.href(answer.to), 303)
}

/** A browser that never comes back forgets the message after this long. */
const flashTimeoutMs = minuteMs

export function send(site: Site, pageContext: PageContext, page: Page): FastifyReply {
  const { account, reply, request } = pageContext
  // The page already shows which fields are wrong; this is for the log.
  if (page.status === 422) request.refused ??= new Refused('malformed', { about: account })
  if (page.retryAfter !== undefined) reply.header('retry-after', page.retryAfter)
  return reply
    .code(page.status ?? 200)
    .headers({
      'cache-control': 'no-store',
      'content-security-policy': contentPolicy(page.policy),
      // With `no-referrer`, which the rest of the service uses, browsers would send `Origin: null` with our own
      // forms.
      'referrer-policy': 'same-origin',
    })
    .type('text/html; charset=utf-8')
    .send(layout(site, pageContext, page).text)
}
