import { type Html, html } from '../../lib/text/html.ts'
import type { Profile, SkinModel } from '../../model/accounts/account.ts'
import type { View } from '../../model/game/figure.ts'
import type { PortraitKind } from '../../model/game/portrait.ts'
import type { TextureKind } from '../../model/game/texture.ts'
import type { PageContext } from '../context/page-context.ts'
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

/** The script of pages with `turning` or `standing`: it shows textures in 3D, by a viewer that it loads last. */
export const turnScript = 'turn.js'

/** Renders the words and addresses that the script needs. Each picture of a `.worn-by` can then be pressed. */
export function turning(site: Site, { text: { skin } }: PageContext): Html {
  const path = (file: string) => site.href(site.assets.path(file))
  return html`<div id="turning" hidden data-figure="${path('figure.js')}" data-viewer="${path('skinview3d.js')}" data-turn="${skin.turn}" data-stop="${skin.stop}" data-controls="${skin.controls}" data-close="${skin.close}"></div>`
}

/** A texture on a page of its own. */
interface Standing {
  hash: string
  kind: TextureKind
  /** Null for a cape. */
  model: SkinModel | null
}

/** Renders the picture of a texture, which the script replaces with a model that can be turned, and all that it needs. */
export function standing(site: Site, page: PageContext, { hash, kind, model }: Standing, alt: string): Html {
  const asked = model === null ? '' : `&model=${model}`
  const picture = site.href(`/skinsystem/render/${hash}.png?height=512${asked}`)
  return html`<section class="card stage standing" data-file="${site.href(`/textures/${hash}`)}" data-kind="${kind}" data-model="${model}">
<div class="figure"><img src="${picture}" alt="${alt}" height="512"></div>
</section>
${turning(site, page)}`
}
