// GET /account: what can be looked at and changed, and the paths below that are nothing.
import { html } from '../../lib/html.ts'
import { Refused } from '../../model/refusal.ts'
import type { Pages } from '../page-scope.ts'
import type { Text } from '../text/text.ts'

/** Its entries, in their order. */
const menu: readonly (keyof Text['account']['menu'])[] = [
  'skin',
  'username',
  'email',
  'password',
  'security',
  'devices',
  'applications',
  'language',
  'export',
  'delete',
]

export function accountPage({ site, signedIn }: Pages): void {
  signedIn.get('/account', ({ text, account }) => ({
    heading: text.account.heading,
    isWide: true,
    content: html`<p class="lead">${text.account.signedInAs(account.username)}</p>
<ul class="menu">
${menu.map((entry) => {
  const path = `/account/${entry}`
  const { heading, about } = text.account.menu[entry]
  return html`<li><a href="${site.href(path)}">${heading}</a><p>${about}</p></li>`
})}
</ul>`,
  }))

  signedIn.get('/account/*', () => {
    throw new Refused('route_unknown')
  })
}
