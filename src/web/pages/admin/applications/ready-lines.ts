// The settings of known sites, ready to copy (docs/recipes/single-sign-on.md).
import type { SiteContext } from '../../../../domain/context.ts'
import { type Html, html } from '../../../../lib/text/html.ts'
import type { OauthClient } from '../../../../model/community/oauth.ts'
import type { SignedInPageContext } from '../../../context/page-context.ts'
import type { Site } from '../../../context/site.ts'
import { copyBlock } from '../../../layout/copy-line.ts'

interface Asked {
  issuer: string
  /** The name of this service, without characters that mean something in one of these files. */
  name: string
  id: string
  /** The last but one part of a redirect address of Gitea, by which it knows this service. */
  source: string
}

/** A program that an application may be. */
interface KnownSite {
  title: string
  /** The path of its redirect address. */
  path: (asked: Asked) => string
  lines: (asked: Asked) => readonly string[]
  /** True if it sends no PKCE. */
  isWithoutPkce?: boolean
}

const secret = 'CLIENT_SECRET'
const scopes = 'openid profile email'
const discoveryOf = (issuer: string): string => `${issuer}/.well-known/openid-configuration`

export const knownSites: readonly KnownSite[] = [
  {
    title: 'Discourse',
    path: () => '/auth/oidc/callback',
    lines: ({ issuer, id }) => [
      'openid_connect_enabled: true',
      `openid_connect_discovery_document: ${discoveryOf(issuer)}`,
      `openid_connect_client_id: ${id}`,
      `openid_connect_client_secret: ${secret}`,
      `openid_connect_authorize_scope: ${scopes}`,
      'openid_connect_use_pkce: true',
    ],
  },
  {
    title: 'BookStack',
    path: () => '/oidc/callback',
    lines: ({ issuer, id, name }) => [
      'AUTH_METHOD=oidc',
      `OIDC_NAME="${name}"`,
      'OIDC_DISPLAY_NAME_CLAIMS=preferred_username',
      `OIDC_CLIENT_ID=${id}`,
      `OIDC_CLIENT_SECRET=${secret}`,
      `OIDC_ISSUER=${issuer}`,
      'OIDC_ISSUER_DISCOVER=true',
    ],
  },
  {
    title: 'Grafana',
    path: () => '/login/generic_oauth',
    lines: ({ issuer, id, name }) => [
      '[auth.generic_oauth]',
      'enabled = true',
      `name = ${name}`,
      `client_id = ${id}`,
      `client_secret = ${secret}`,
      `scopes = ${scopes}`,
      `auth_url = ${issuer}/oauth2/authorize`,
      `token_url = ${issuer}/oauth2/token`,
      `api_url = ${issuer}/oauth2/userinfo`,
      'login_attribute_path = preferred_username',
      'use_pkce = true',
    ],
  },
  {
    title: 'Gitea, Forgejo',
    path: ({ source }) => `/user/oauth2/${source}/callback`,
    lines: ({ issuer, id, source }) => [
      `gitea admin auth add-oauth --name ${source} --provider openidConnect --key ${id} --secret ${secret} --auto-discover-url ${discoveryOf(issuer)} --scopes openid --scopes profile --scopes email`,
    ],
    isWithoutPkce: true,
  },
  {
    title: 'Nextcloud',
    path: () => '/apps/user_oidc/code',
    lines: ({ issuer, id }) => [
      'occ app:enable user_oidc',
      `occ user_oidc:provider norn --clientid=${id} --clientsecret=${secret} --discoveryuri=${discoveryOf(issuer)} --mapping-display-name=preferred_username`,
    ],
  },
]

/** Renders the lines for each site, folded; those for the site whose redirect address the application has are open. */
export function readyLines(
  { baseUrl }: SiteContext,
  site: Site,
  { text }: SignedInPageContext,
  client: OauthClient,
): Html {
  const { clients: words } = text.admin
  const asked: Asked = {
    issuer: baseUrl(),
    name: site.name.replaceAll(/[^\p{L}\p{N} ._-]/gu, ''),
    id: client.clientId,
    source: sourceOf(client) ?? 'norn',
  }
  const { origin = 'https://site.example.org' } = URL.parse(client.redirect_uris[0] ?? '') ?? {}
  return html`<h3>${words.ready}</h3>
${knownSites.map(({ title, path, lines, isWithoutPkce }) => {
  const address = path(asked)
  const isThis = client.redirect_uris.some((uri) => URL.parse(uri)?.pathname.endsWith(address))
  return html`<details class="more"${isThis && html` open`}>
<summary>${title}</summary>
<p class="hint">${words.redirectUris}: <code>${origin}${address}</code>${isWithoutPkce && html`. ${words.pkce}: ${words.pkceModes.optional}`}</p>
${copyBlock(text, lines(asked))}
</details>\n`
})}`
}

/** Returns the name by which Gitea knows this service, in a redirect address of the application. */
function sourceOf({ redirect_uris }: OauthClient): string | undefined {
  const pattern = /\/user\/oauth2\/([\w.-]+)\/callback$/
  return redirect_uris.map((uri) => pattern.exec(uri)?.[1]).find((name) => name !== undefined)
}
