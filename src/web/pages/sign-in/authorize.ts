// GET /oauth2/authorize: applications send people here, and people come back here after consent.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { html } from '../../../lib/text/html.ts'
import type { PageContext } from '../../context/page-context.ts'
import type { PageAnswer } from '../../page/page.ts'
import type { Pages } from '../../page/page-scope.ts'

/** Answers an authorization request, or shows a page with the error if the application must not be told. */
export type Authorize = (
  request: FastifyRequest,
  reply: FastifyReply,
  signedIn: { accountId: string; sessionId: string; signedInAt: number } | undefined,
) => Promise<{ error: string; description: string; status: number } | undefined>

export function authorizePages({ get }: Pages, authorize: Authorize): void {
  const show = async ({ request, reply, session, text }: PageContext): Promise<PageAnswer> => {
    const signedIn = session && {
      accountId: session.account.id,
      sessionId: session.id,
      signedInAt: session.startedAt,
    }
    const wrong = await authorize(request, reply, signedIn)
    if (!wrong) return { isAnswered: true }
    const { heading, advice, forDevelopers } = text.oauth.wrong
    return {
      status: wrong.status,
      heading,
      alert: advice,
      content: html`<p>${forDevelopers} <code>${wrong.error}</code>: ${wrong.description}</p>`,
    }
  }
  get('/oauth2/authorize', show)
  get('/oauth2/authorize/:uid', show)
}
