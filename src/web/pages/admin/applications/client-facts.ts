import type { SiteContext } from '../../../../domain/context.ts'
import { type Html, html } from '../../../../lib/text/html.ts'
import type { OauthClient } from '../../../../model/community/oauth.ts'
import type { SignedInPageContext } from '../../../context/page-context.ts'
import type { Site } from '../../../context/site.ts'
import { copyLine } from '../../../layout/copy-line.ts'
import { readyLines } from './ready-lines.ts'

/** Renders what has to be entered at the application: its id and the addresses of this service, each to copy. */
export function setUpCard(
  context: SiteContext,
  site: Site,
  page: SignedInPageContext,
  client: OauthClient,
): Html {
  const { text } = page
  const { clients: words } = text.admin
  const issuer = context.baseUrl()
  const factOf = (label: string, value: string) =>
    html`<div class="whole"><dt>${label}</dt><dd>${copyLine(text, value)}</dd></div>`
  const at = (name: string) => `${issuer}/oauth2/${name}`
  const lines = [
    [words.issuer, issuer],
    [words.endpoints.discovery, `${issuer}/.well-known/openid-configuration`],
    [words.endpoints.authorization, at('authorize')],
    [words.endpoints.token, at('token')],
    [words.endpoints.userinfo, at('userinfo')],
    [words.endpoints.keys, at('jwks')],
    [words.endpoints.signOut, at('end-session')],
  ] as const
  return html`<section class="card">
<h2>${words.setUp}</h2>
<dl class="facts">${factOf(words.id, client.clientId)}</dl>
<details>
<summary>${words.addresses}</summary>
<dl class="facts">
${lines.map(([label, value]) => html`${factOf(label, value)}\n`)}</dl>
</details>
${!client.public && readyLines(context, site, page, client)}
</section>`
}
