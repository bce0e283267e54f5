// GET /oauth2/end-session: applications send people here who sign out. POST /oauth2/end-session/confirm: their answer.
import type { FastifyRequest } from 'fastify'
import type { Context } from '../../domain/context.ts'
import { signOutOf } from '../../domain/oauth/sign-out.ts'
import { type HtmlValue, html } from '../../lib/text/html.ts'
import { printable } from '../../lib/text/printable.ts'
import type { OauthClient } from '../../model/community/oauth.ts'
import { clearCookie } from '../context/cookies.ts'
import { isSignedIn, type PageContext, type SignedInPageContext } from '../context/page-context.ts'
import type { Site } from '../context/site.ts'
import { form } from '../form/forms.ts'
import type { Page, PageAnswer } from '../page/page.ts'
import type { Pages } from '../page/page-scope.ts'
import { formActionOf } from '../page/policy.ts'
import { queryOf } from './sign-in/sign-in.ts'

interface Asked {
  idTokenHint: string
  clientId: string
  returnTo: string
  state: string
}

interface Read {
  client: OauthClient | undefined
  isProved: boolean
  player: string | undefined
  returnTo: string | undefined
  isRefused: boolean
}

/** Reads a request to end the session of a browser (src/wire/oauth2/end-session.ts). */
export type ReadEndSession = (
  asked: Asked,
  session: { accountId: string; signedInAt: number } | undefined,
) => Promise<Read>

const path = '/oauth2/end-session'
const confirmPath = `${path}/confirm`

export function endSessionPages(
  { site, get, signedIn }: Pages,
  context: Context,
  read: ReadEndSession,
): void {
  const readFrom = (page: PageContext, asked: Asked) => {
    const { session } = page
    return read(asked, session && { accountId: session.account.id, signedInAt: session.startedAt })
  }

  get(path, async (page): Promise<PageAnswer> => {
    const asked = {
      idTokenHint: queryOf(page, 'id_token_hint'),
      clientId: queryOf(page, 'client_id'),
      returnTo: queryOf(page, 'post_logout_redirect_uri'),
      state: queryOf(page, 'state'),
    }
    const found = await readFrom(page, asked)
    if (found.isRefused) noteRefused(page.request, asked)
    else if (!isSignedIn(page)) return leave(found)
    else if (found.isProved) return signOut(context, page, found)
    return question(site, page, asked, found)
  })

  get(confirmPath, () => ({ to: '/' }))

  // The answer to the question. The hint proves nothing here: the person has decided.
  signedIn.post(confirmPath, async (page, fields) => {
    const found = await readFrom(page, {
      idTokenHint: '',
      clientId: fields.text('client_id'),
      returnTo: fields.text('post_logout_redirect_uri'),
      state: fields.text('state'),
    })
    return signOut(context, page, found)
  })
}

async function signOut(
  context: Context,
  { account, reply, request, secret }: SignedInPageContext,
  found: Read,
): Promise<PageAnswer> {
  await signOutOf(context, account, secret, found, request.ip)
  clearCookie(context, reply, 'session')
  return leave(found)
}

const leave = ({ returnTo }: Read): PageAnswer =>
  returnTo === undefined ? { to: '/sign-in', flash: 'signIn.signedOut' } : { away: returnTo }

function noteRefused(request: FastifyRequest, { clientId, returnTo }: Asked): void {
  request.oauthError = 'invalid_post_logout_redirect_uri'
  request.oauthClient = clientId === '' ? undefined : clientId
  request.redirectUri = returnTo
}

const maxShown = 300

/** Asks whether to sign out. For a refused address it also says which one was sent, and does not return there. */
function question(
  site: Site,
  page: PageContext,
  { returnTo: sent, state }: Asked,
  { client, isRefused, returnTo }: Read,
): Page {
  const { oauth, signIn } = page.text
  const { signOut: words, wrong } = oauth
  const facts: HtmlValue = isRefused && [
    client &&
      html`<div><dt>${wrong.application}</dt><dd>${client.client_name} <code>${client.clientId}</code></dd></div>`,
    html`<div><dt>${words.sent}</dt><dd><code>${printable(sent.length > maxShown ? `${sent.slice(0, maxShown)}…` : sent)}</code></dd></div>`,
  ]
  const hidden = {
    client_id: client?.clientId ?? '',
    // Checked again when it is sent.
    post_logout_redirect_uri: returnTo === undefined ? '' : sent,
    state: returnTo === undefined ? '' : state,
  }
  return {
    ...(isRefused && { status: 400, alert: words.notReturned }),
    heading: words.heading,
    ...(returnTo !== undefined && { policy: { formAction: formActionOf(returnTo) } }),
    content: html`${
      page.account
        ? html`<section class="card">
<p>${client ? words.fromApplication(client.client_name, page.account.username) : words.about(page.account.username)}</p>
<p class="hint">${words.stays}</p>
${form(site, page, { action: confirmPath, submit: page.text.layout.signOut, hidden })}
</section>`
        : html`<p>${signIn.flash.signedOut}</p>`
    }
${isRefused && html`<p>${wrong.forDevelopers}</p><dl class="facts">${facts}</dl><p class="hint">${wrong.mustMatch}</p>`}`,
  }
}
