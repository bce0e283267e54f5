import { type Html, html } from '../../lib/text/html.ts'
import type { SignedInPageContext } from '../context/page-context.ts'
import type { Text } from '../context/text.ts'

type Right = keyof Text['oauth']['rights']

/** The right that each scope gives an application, in words that people understand. */
const rightOfScope: Readonly<Record<string, Right>> = {
  profile: 'profile',
  account_info: 'profile',
  'Yggdrasil.PlayerProfiles.Select': 'profile',
  'Yggdrasil.PlayerProfiles.Read': 'profile',
  email: 'email',
  account_email: 'email',
  groups: 'groups',
  offline_access: 'offline',
  'Yggdrasil.Server.Join': 'join',
  profile_write: 'write',
}

/** Returns each right once. The scope for joining servers has the game's word in its name. */
export function rightsOfScope(scope: string): readonly Right[] {
  const words = scope.split(' ').map((name) => {
    return name.endsWith('_server_session') ? 'join' : rightOfScope[name]
  })
  return [...new Set<Right>(['identity', ...words.filter((word) => word !== undefined)])]
}

/** Renders the list of rights that `application` asks for, and the account it asks about. */
export function rightsList({ text, account }: SignedInPageContext, application: string, scope: string): Html {
  const { oauth } = text
  return html`<p>${oauth.asks(application, account.username)}</p>
<ul class="rights">
${rightsOfScope(scope).map((right) => html`<li>${oauth.rights[right]}</li>`)}
</ul>`
}
