import type { PlayAs } from '../../domain/oauth/play-as.ts'
import { type Html, type HtmlValue, html } from '../../lib/text/html.ts'
import { tellsEmail } from '../../model/community/oauth.ts'
import { Refused } from '../../model/errors/refusal.ts'
import type { PageContext, SignedInPageContext } from '../context/page-context.ts'
import type { Site } from '../context/site.ts'
import type { Text } from '../context/text.ts'
import type { FormFields } from '../form/form-fields.ts'
import { select } from '../form/forms.ts'
import type { Page } from '../page/page.ts'

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
  wardrobe_read: 'wardrobeRead',
  wardrobe_write: 'wardrobeWrite',
}

/**
 * Returns each right once. The scope for joining servers has the game's word in its name. A token that joins is also one for
 * the friends list.
 */
export function rightsOfScope({ hasFriends }: Site, scope: string): readonly Right[] {
  const words = scope.split(' ').flatMap((name): readonly Right[] => {
    const right = name.endsWith('_server_session') ? 'join' : rightOfScope[name]
    if (right === undefined) return []
    return right === 'join' && hasFriends ? ['join', 'friends'] : [right]
  })
  return [...new Set<Right>(['identity', ...words])]
}

/** Renders the list of rights that `application` asks for, and the account or the character that it asks about. */
export function rightsList(
  site: Site,
  { text, account }: SignedInPageContext,
  application: string,
  scope: string,
  { choices, player }: PlayAs,
): Html {
  const { oauth } = text
  const { username } = choices.length === 0 ? player : account
  return html`<p>${oauth.asks(application, username)}</p>
<ul class="rights">
${rightsOfScope(site, scope).map((right) => html`<li>${oauth.rights[right]}</li>`)}
</ul>`
}

/** The field of the player to play as. */
const playerField = 'player'

/** Returns the UUID of the player that a form has sent; undefined if it has no such field. */
export const sentPlayer = (fields: FormFields): string | undefined =>
  fields.has(playerField) ? fields.text(playerField) : undefined

/** Renders the choice of a player for an application, if there is one. */
export function playAsField(
  { text: { oauth } }: SignedInPageContext,
  { choices, player }: PlayAs,
  scope: string,
  isInvalid: boolean,
): HtmlValue {
  if (choices.length === 0) return undefined
  return html`${select({
    name: playerField,
    label: oauth.playAs.label,
    options: choices.map(({ id, username }) => ({ value: id, label: username })),
    value: player.id,
    isInvalid,
  })}
${tellsEmail(scope) && html`<p class="hint">${oauth.playAs.email}</p>`}`
}

/** Returns what the question shows above itself if the player can't be chosen. Throws anything else. */
export function playerRefused(
  { request, text: { oauth } }: PageContext,
  error: unknown,
): Pick<Page, 'status' | 'alert'> {
  if (!(error instanceof Refused && error.reason === 'player_unavailable')) throw error
  request.refused = error
  return { status: 422, alert: oauth.playAs.unavailable }
}
