import type { FastifyReply } from 'fastify'
import type { Context } from '../../domain/context.ts'
import { minuteMs } from '../../lib/measure/units.ts'
import { Refused } from '../../model/refusal.ts'
import { layout } from '../layout/layout.ts'
import { setCookie } from '../visit/cookies.ts'
import type { Site } from '../visit/site.ts'
import { forgetSaid, type Visit } from '../visit/visit.ts'
import type { Page, PageAnswer } from './page.ts'
import { contentPolicy } from './policy.ts'

export async function answerWith(context: Context, site: Site, visit: Visit, answer: PageAnswer) {
  if ('heading' in answer) {
    forgetSaid(context, visit)
    return send(site, visit, answer)
  }
  if ('filename' in answer) {
    return visit.reply
      .headers({
        'cache-control': 'no-store',
        'content-disposition': `attachment; filename="${answer.filename}"`,
      })
      .type('application/json; charset=utf-8')
      .send(answer.file)
  }
  if ('isAnswered' in answer) return visit.reply
  if (answer.said) setCookie(context, visit.reply, 'said', answer.said, saidTimeoutMs)
  return visit.reply.redirect('next' in answer ? answer.next : site.href(answer.to), 303)
}

/** A browser that never comes back forgets the message after this long. */
const saidTimeoutMs = minuteMs

export function send(site: Site, visit: Visit, page: Page): FastifyReply {
  const { account, reply, request } = visit
  // The page already shows which fields are wrong; this is for the log.
  if (page.status === 422) request.refused ??= new Refused('fields_malformed', { about: account })
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
    .send(layout(site, visit, page).text)
}
