import type { ReadContext } from '../../../domain/context.ts'
import { mayPlayersChange } from '../../../domain/game/uploads.ts'
import type { WardrobeTexture } from '../../../domain/wardrobe/list.ts'
import type { recentSkins } from '../../../domain/wardrobe/recent.ts'
import { type Html, html } from '../../../lib/text/html.ts'
import { isAdministrator } from '../../../model/accounts/role.ts'
import type { TextureKind } from '../../../model/game/texture.ts'
import type { PlayerPageContext } from '../../context/page-context.ts'
import type { Site } from '../../context/site.ts'
import { form } from '../../form/forms.ts'
import { turning } from '../../layout/portrait.ts'
import { withTime } from '../../layout/time.ts'
import { ofPlayer, whose } from './player.ts'
import { addForm, type Typed } from './wardrobe-add.ts'
import { kindWords, picture, pictures } from './wardrobe-pictures.ts'
import { sharingAbout, sharingButton, sharingState } from './wardrobe-sharing.ts'
import { type ShownShelves, shelvesSection } from './wardrobe-shelves.ts'

const here = '/account/wardrobe'

interface Shown {
  /** The textures of this page. */
  shown: readonly WardrobeTexture[]
  /** Which of the textures that the player wears or hides are kept. */
  worn: Readonly<Record<TextureKind, boolean>>
  /** The number of all that are kept. */
  count: number
  recent: Awaited<ReturnType<typeof recentSkins>>
  /** Which of the textures that the player wears or hides are from shelves. */
  fromShelf: Readonly<Record<TextureKind, boolean>>
  shelves: ShownShelves
  /** The id that the page before ended with. */
  after: string | undefined
  /** The path of the next page. */
  next: string | undefined
  /** True if the community has rules. */
  hasRules: boolean
}

/** Renders what is worn, what is kept, the form for more, and what was worn. */
export function wardrobeContent(
  context: ReadContext,
  site: Site,
  page: PlayerPageContext,
  { shown, count, worn: isKept, recent, fromShelf, shelves, after, next, hasRules }: Shown,
  typed: Typed = {},
): Html {
  const { skin, wardrobe: words, admin } = page.text
  const { config } = context
  const isAllowed = (kind: TextureKind) => mayPlayersChange(context, kind) || isAdministrator(page.account)
  const mayWear = { skin: isAllowed('skin'), cape: isAllowed('cape') }
  const isSuspended = page.account.uploadsSuspension !== undefined
  const mayBring = { skin: mayWear.skin && !isSuspended, cape: mayWear.cape && !isSuspended }
  const mayAdd = mayBring.skin || mayBring.cape
  const mayKeep = { skin: mayBring.skin && !isKept.skin, cape: mayBring.cape && !isKept.cape }
  const mayTakeOff = { skin: mayWear.skin || fromShelf.skin, cape: mayWear.cape || fromShelf.cape }
  return html`${whose(site, page)}${config.skinSystemUrl !== undefined && html`<p class="note">${skin.elsewhere}</p>`}
${!mayWear.skin && html`<p class="note">${skin.off.skins_off}</p>`}
${!mayWear.cape && html`<p class="note">${skin.off.capes_off}</p>`}
${isSuspended && html`<p class="note">${skin.problems.uploads_suspended}</p>`}
${worn(site, page, { mayKeep, mayTakeOff })}
<section class="card" id="kept">
<div class="headed"><h2>${words.kept}</h2><p>${words.count(count, config.wardrobeSize)}${mayAdd && html` · <a href="#add">${words.add}</a>`}</p></div>
${!isSuspended && sharingAbout(site, page, hasRules)}
${shown.length === 0 ? html`<p>${words.about} ${words.empty}</p>` : kept(site, page, shown, after, { mayWear, isSuspended })}
${(after ?? next) !== undefined && html`<p class="pager">${after !== undefined && html`<a href="${site.href(ofPlayer(page, here))}">${admin.accounts.previous}</a>`} ${next !== undefined && html`<a href="${site.href(next)}">${admin.accounts.next}</a>`}</p>`}
</section>
${mayAdd && addForm(context, site, page, typed)}
${recent.length > 0 && recentList(site, page, recent, { mayWear: mayWear.skin, mayKeep: mayBring.skin })}
${shelvesSection(site, page, shelves)}
${turning(site, page)}`
}

type MayWear = Readonly<Record<TextureKind, boolean>>

function worn(
  site: Site,
  page: PlayerPageContext,
  { mayKeep, mayTakeOff }: Readonly<Record<'mayKeep' | 'mayTakeOff', MayWear>>,
): Html {
  const { skin: text, wardrobe: words } = page.text
  const { textures, hiddenCape } = page.player
  const cape = textures.cape?.hash ?? hiddenCape
  const one = (kind: TextureKind, hash: string, model: string | null) =>
    html`<li>${pictures(site, { hash, kind, model: model === 'slim' ? model : null }, kind === 'skin' ? text.preview : text.cape.worn)}
<div>${kind === 'cape' && hiddenCape !== undefined && html`<p class="hint">${text.cape.hidden}</p>`}
${mayKeep[kind] && form(site, page, { action: ofPlayer(page, `${here}/keep`), submit: words.keep, variant: 'quiet', hidden: { [kind]: hash } })}
${mayTakeOff[kind] && form(site, page, { action: ofPlayer(page, `${here}/remove-${kind}`), submit: text[kind].remove, variant: 'quiet' })}</div></li>
`
  return html`<section class="card">
<h2>${words.worn}</h2>
${
  !textures.skin && cape === undefined
    ? html`<p>${words.nothing}</p>`
    : html`<ul class="tiles">
${textures.skin && one('skin', textures.skin.hash, textures.skin.model)}${cape !== undefined && one('cape', cape, null)}</ul>`
}
</section>`
}

/** Renders what is kept. One form has the buttons that act, another those that ask first. */
function kept(
  site: Site,
  page: PlayerPageContext,
  shown: readonly WardrobeTexture[],
  after: string | undefined,
  { mayWear, isSuspended }: { mayWear: MayWear; isSuspended: boolean },
): Html {
  const { wardrobe: words } = page.text
  const asking = (texture: WardrobeTexture, path: 'rename' | 'remove', visible: string, name: string) =>
    html`<button class="link" form="asking" formaction="${site.href(`${here}/${texture.id}/${path}`)}" aria-label="${name}">${visible}</button>`
  const tile = (texture: WardrobeTexture) => {
    const { id, name, kind, hash, isWorn, isTakenDown } = texture
    const canWear = mayWear[kind] && !isTakenDown
    return html`<li>${pictures(site, texture)}
<div><p><b dir="auto">${name}</b> <span class="hint">${kindWords(page, texture)}</span></p>
${isTakenDown && html`<p class="problem">${words.takenDown}</p>`}
${sharingState(page, texture)}${isWorn ? html`<p class="state">${words.isWorn}</p>` : canWear && html`<button class="main" name="id" value="${id}" aria-label="${words.wearNamed(name)}">${words.wear}</button>`}
</div>
<div class="more">${
      !isSuspended &&
      html`${asking(texture, 'rename', words.rename, words.renameNamed(name))}
${sharingButton(site, page, texture)}`
    }${asking(texture, 'remove', words.remove, words.removeNamed(name))}
${!isTakenDown && html`<a href="${site.href(`/textures/${hash}`)}" download="${name}.png" aria-label="${words.downloadNamed(name)}">${words.download}</a>`}</div></li>
`
  }
  return html`<form method="get" id="asking">${page.player.id !== page.account.id && html`<input type="hidden" name="for" value="${page.player.id}">`}</form>
${form(site, page, {
  action: ofPlayer(page, `${here}/wear`),
  submit: undefined,
  hidden: { after },
  fields: html`<ul class="tiles">${shown.map(tile)}</ul>`,
})}`
}

function recentList(
  site: Site,
  page: PlayerPageContext,
  recent: Shown['recent'],
  { mayWear, mayKeep }: { mayWear: boolean; mayKeep: boolean },
): Html {
  const { skin, wardrobe: words } = page.text
  const to = (path: string) => site.href(ofPlayer(page, `${here}/${path}`))
  return html`<section class="card">
<h2>${words.recent}</h2>
<p class="hint">${words.recentAbout}</p>
${form(site, page, {
  action: ofPlayer(page, `${here}/again`),
  submit: undefined,
  fields: html`<ul class="tiles recent">
${recent.map(
  ({
    hash,
    model,
    taken_off_at: takenOffAt,
  }) => html`<li><span class="worn-by">${picture(site, hash, 'front', model)}</span>
<div><p class="hint">${withTime(page.language, takenOffAt, skin.former.until(takenOffAt))}</p></div>
<div class="more">${mayWear && html`<button class="quiet" name="skin" value="${hash}">${words.wear}</button>`}
${mayKeep && html`<button class="quiet" name="skin" value="${hash}" formaction="${to('keep')}">${words.keep}</button>`}</div></li>
`,
)}</ul>`,
})}
</section>`
}
