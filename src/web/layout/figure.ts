import { type Html, html } from '../../lib/text/html.ts'
import type { SkinModel } from '../../model/accounts/account.ts'
import type { TextureKind } from '../../model/game/texture.ts'
import type { PageContext } from '../context/page-context.ts'
import type { Site } from '../context/site.ts'

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
