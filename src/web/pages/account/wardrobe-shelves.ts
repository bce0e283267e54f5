import type { WardrobeTexture } from '../../../domain/wardrobe/list.ts'
import { type Html, html } from '../../../lib/text/html.ts'
import type { PlayerPageContext } from '../../context/page-context.ts'
import type { Site } from '../../context/site.ts'
import { form } from '../../form/forms.ts'
import { ofPlayer } from './player.ts'
import { kindWords, pictures } from './wardrobe-pictures.ts'

/** The textures of the groups of a player, as many as a page shows. */
export interface ShownShelves {
  textures: readonly WardrobeTexture[]
  /** The path of the first ones. Undefined where these are shown. */
  first: string | undefined
  /** The path of the next ones. */
  next: string | undefined
}

/** Renders what the groups of the player have for their members to wear. */
export function shelvesSection(
  site: Site,
  page: PlayerPageContext,
  { textures, first, next }: ShownShelves,
): Html | undefined {
  if (textures.length === 0 && first === undefined) return undefined
  const { wardrobe: words, admin } = page.text
  const tile = (texture: WardrobeTexture) => {
    const { id, name, isWorn } = texture
    return html`<li>${pictures(site, texture)}
<div><p><b dir="auto">${name}</b> <span class="hint">${kindWords(page, texture)}</span></p>
${isWorn ? html`<p class="state">${words.isWorn}</p>` : html`<button class="main" name="id" value="${id}" aria-label="${words.wearNamed(name)}">${words.wear}</button>`}
</div></li>
`
  }
  const links = [
    first !== undefined && html`<a href="${site.href(first)}">${admin.accounts.previous}</a>`,
    next !== undefined && html`<a href="${site.href(next)}">${admin.accounts.next}</a>`,
  ]
  return html`<section class="card" id="shelves">
<h2>${words.shelves(site.name)}</h2>
<p class="hint">${words.shelvesAbout}</p>
${
  textures.length > 0 &&
  form(site, page, {
    action: ofPlayer(page, '/account/wardrobe/wear'),
    submit: undefined,
    fields: html`<ul class="tiles">${textures.map(tile)}</ul>`,
  })
}
${links.some(Boolean) && html`<p class="pager">${links}</p>`}
</section>`
}
