import { type Html, html } from '../../lib/text/html.ts'
import type { Profile } from '../../model/accounts/account.ts'
import type { PortraitKind } from '../../model/game/portrait.ts'
import type { Site } from '../context/site.ts'

/**
 * Renders the player's picture in `side` pixels, sharp on dense screens. It has no text of its own, since the name
 * is next to it.
 */
export const portrait = (site: Site, { id }: Pick<Profile, 'id'>, kind: PortraitKind, side: number): Html =>
  html`<img class="portrait" src="${site.href(`/skinsystem/${kind}/${id}.png?size=${2 * side}`)}" alt="" width="${side}" height="${side}">`
