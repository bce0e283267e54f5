// GET /oauth2/authorize: applications send people here, and people come back here after consent.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { html } from '../../../lib/text/html.ts'
import { printable } from '../../../lib/text/printable.ts'
import type { PageContext } from '../../context/page-context.ts'
import type { PageAnswer } from '../../page/page.ts'
import type { Pages } from '../../page/page-scope.ts'

/** Answers an authorization request, or shows a page with the error if the application must not be told. */
export type Authorize = (
  request: FastifyRequest,
  reply: FastifyReply,
  signedIn: { accountId: string; sessionId: string; signedInAt: number } | undefined,
) => Promise<WrongRequest | undefined>

interface WrongRequest {
  error: string
  description: string
  status: number
  client: { id: string; name: string | undefined } | undefined
  redirectUri: string | undefined
}

/** Enough to see what has to be corrected. */
const maxShown = 300

export function authorizePages({ get }: Pages, authorize: Authorize): void {
  const show = async ({ request, reply, session, text }: PageContext): Promise<PageAnswer> => {
    const signedIn = session && {
      accountId: session.account.id,
      sessionId: session.id,
      signedInAt: session.startedAt,
    }
    const wrong = await authorize(request, reply, signedIn)
    if (!wrong) return { isAnswered: true }
    const { heading, advice, forDevelopers, ...words } = text.oauth.wrong
    const { client, redirectUri, error, description, status } = wrong
    const facts = [
      client &&
        html`<div><dt>${words.application}</dt><dd>${client.name} <code>${shown(client.id)}</code></dd></div>`,
      redirectUri !== undefined &&
        html`<div><dt>${words.sent}</dt><dd><code>${shown(redirectUri)}</code></dd></div>`,
    ]
    return {
      status,
      heading,
      alert: advice,
      content: html`<p>${forDevelopers} <code>${error}</code>: ${description}</p>
${facts.some(Boolean) && html`<dl class="facts">${facts}</dl>`}
${error === 'invalid_redirect_uri' && html`<p class="hint">${words.mustMatch}</p>`}`,
    }
  }
  get('/oauth2/authorize', show)
  get('/oauth2/authorize/:uid', show)
}

const shown = (sent: string): string =>
  printable(sent.length > maxShown ? `${sent.slice(0, maxShown)}…` : sent)
