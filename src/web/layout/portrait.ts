import { type Html, html } from '../../lib/text/html.ts'
import type { Profile, SkinModel } from '../../model/accounts/account.ts'
import type { View } from '../../model/game/figure.ts'
import type { PortraitKind } from '../../model/game/portrait.ts'
import type { TextureKind } from '../../model/game/texture.ts'
import type { Site } from '../context/site.ts'

/**
 * Renders the player's picture in `side` pixels, sharp on dense screens. It has no text of its own, since the name
 * is next to it.
 */
export const portrait = (site: Site, { id }: Pick<Profile, 'id'>, kind: PortraitKind, side: number): Html =>
  html`<img class="portrait" src="${site.href(`/skinsystem/${kind}/${id}.png?size=${2 * side}`)}" alt="" width="${side}" height="${side}">`

/** A texture that a page shows. */
interface Pictured {
  hash: string | undefined
  kind: TextureKind
  /** Undefined for capes. */
  model: SkinModel | undefined
}

/**
 * Renders a player in a skin, or a cape, 128 pixels high; undefined for a texture without a file here. `place` is the path
 * of a picture that not everybody may see.
 */
export function texturePicture(
  site: Site,
  { hash, kind, model }: Pictured,
  view: View,
  place?: string,
): Html | undefined {
  if (hash === undefined) return undefined
  const query = [view === 'back' && 'view=back', model !== undefined && `model=${model}`].filter(Boolean)
  const address = `${place ?? `/skinsystem/render/${hash}`}.png${query.length > 0 ? `?${query.join('&')}` : ''}`
  return html`<img class="portrait" src="${site.href(address)}" alt="" width="${kind === 'cape' ? 80 : 64}" height="128" loading="lazy">`
}
