import type { ReadContext } from '../../../domain/context.ts'
import type { formerSkins } from '../../../domain/game/former-skins.ts'
import { mayPlayersChange } from '../../../domain/game/uploads.ts'
import { type Html, html } from '../../../lib/text/html.ts'
import { isAdministrator } from '../../../model/accounts/role.ts'
import { maxTextureBytes, type TextureKind } from '../../../model/game/texture.ts'
import type { PlayerPageContext } from '../../context/page-context.ts'
import type { Site } from '../../context/site.ts'
import { field, form } from '../../form/forms.ts'
import { withTime } from '../../layout/time.ts'
import type { Page } from '../../page/page.ts'
import { ofPlayer, whose } from './player.ts'

/** The error of a rejected form, and whether it was about the skin or the cape. */
export interface Declined extends Pick<Page, 'status' | 'alert' | 'retryAfter'> {
  invalid?: TextureKind
}

type FormerSkins = Awaited<ReturnType<typeof formerSkins>>

/** Renders the preview, the forms for skin and cape, and former skins. */
export function skinContent(
  context: ReadContext,
  site: Site,
  page: PlayerPageContext,
  former: FormerSkins,
  { invalid }: Declined = {},
): Html {
  const { skin: text } = page.text
  const { config } = context
  const scale = config.textureMaxScale
  const mayChange = (kind: TextureKind) => mayPlayersChange(context, kind) || isAdministrator(page.account)
  return html`${whose(site, page)}${page.account.uploadsSuspension && html`<p class="note">${text.problems.uploads_suspended}</p>`}
${config.skinSystemUrl !== undefined && html`<p class="note">${text.elsewhere}</p>`}
<div class="dressing">
${preview(site, page, scale)}
<div>
${site.hasWardrobe && html`<p class="aside"><a href="${site.href(ofPlayer(page, '/account/wardrobe'))}">${page.text.account.menu.wardrobe.heading}</a></p>`}
${mayChange('skin') ? skinForms(site, page, scale, invalid === 'skin') : off(text.skin.heading, text.off.skins_off)}
${mayChange('cape') ? capeForms(site, page, scale, invalid === 'cape') : off(text.cape.heading, text.off.capes_off)}
${former.length > 0 && mayChange('skin') && formerList(site, page, former)}
</div>
</div>`
}

/** Says that players can't change this here. */
const off = (heading: string, why: string): Html => html`<section class="card">
<h2>${heading}</h2>
<p>${why}</p>
</section>`

/** Renders the flat picture, which skin.js replaces with a turning model. */
function preview(site: Site, { player, text: { skin: text } }: PlayerPageContext, scale: number): Html {
  const { skin, cape } = player.textures
  const { texture_malformed, texture_size_unknown, texture_too_large } = text.problems
  return html`<section class="card stage" data-viewer="${site.href(site.assets.path('skinview3d.js'))}" data-figure="${site.href(site.assets.path('figure.js'))}"
data-skin="${skin && fileOf(site, skin.hash)}" data-model="${skin?.model}" data-cape="${cape && fileOf(site, cape.hash)}"
data-label="${text.preview}" data-turn="${text.turn}" data-stop="${text.stop}" data-controls="${text.controls}" data-tried-on="${text.triedOn}"
data-max-bytes="${maxTextureBytes}" data-scale="${scale}" data-too-large="${texture_too_large}" data-malformed="${texture_malformed}" data-wrong-size="${texture_size_unknown}">
<div class="figure"><img src="${site.href(`/skinsystem/bust/${player.id}.png?size=256`)}" alt="${text.preview}" width="256" height="256"></div>
</section>`
}

/** Returns false if a moderator has suspended the uploads of the account. */
const mayUpload = ({ account }: PlayerPageContext): boolean => account.uploadsSuspension === undefined

function skinForms(site: Site, page: PlayerPageContext, scale: number, isInvalid: boolean): Html {
  const { skin: text, drop } = page.text.skin
  const { skin } = page.player.textures
  return html`<section class="card">
<h2>${text.heading}</h2>
${
  mayUpload(page) &&
  form(site, page, {
    action: ofPlayer(page, '/account/skin'),
    submit: text.upload,
    multipart: true,
    fields: html`${fileField('skin', text.file, text.sizes(scale), isInvalid)}
<p class="hint drop">${drop}</p>
<fieldset class="radios" aria-describedby="model-hint">
<legend>${text.model}</legend>
${models.map(
  (
    model,
  ) => html`<label${skin?.model === model && html` class="worn"`}><input type="radio" name="model" value="${model}">${text[model]}</label>
`,
)}<p class="hint" id="model-hint">${skin && text.wornModel(text[skin.model])} ${text.guessed}</p>
</fieldset>`,
  })
}
${skin && form(site, page, { action: ofPlayer(page, '/account/skin/remove'), submit: text.remove, variant: 'quiet' })}
</section>`
}

function capeForms(site: Site, page: PlayerPageContext, scale: number, isInvalid: boolean): Html {
  const { cape: text, drop } = page.text.skin
  const { hiddenCape, textures } = page.player
  const cape = textures.cape?.hash ?? hiddenCape
  return html`<section class="card">
<h2>${text.heading}</h2>
${cape !== undefined && html`<p class="cape">${picture(site, page, 'cape', cape, text.worn)}</p>`}
${hiddenCape !== undefined && hiddenForm(site, page, hiddenCape)}
${
  mayUpload(page) &&
  form(site, page, {
    action: ofPlayer(page, '/account/skin/cape'),
    submit: text.upload,
    multipart: true,
    fields: html`${fileField('cape', text.file, text.sizes(scale), isInvalid)}
<p class="hint drop">${drop}</p>`,
  })
}
${cape !== undefined && form(site, page, { action: ofPlayer(page, '/account/skin/cape/remove'), submit: text.remove, variant: 'quiet' })}
</section>`
}

function hiddenForm(site: Site, page: PlayerPageContext, hash: string): Html {
  const { cape: text } = page.text.skin
  return html`<p>${text.hidden}</p>
${form(site, page, { action: ofPlayer(page, '/account/skin/cape/show'), submit: text.show, variant: 'quiet', hidden: { cape: hash } })}`
}

const models = ['default', 'slim'] as const

const fileField = (name: TextureKind, label: string, hint: string, isInvalid: boolean): Html =>
  field({ name, label, type: 'file', accept: 'image/png', hint, isInvalid })

function formerList(site: Site, page: PlayerPageContext, former: FormerSkins): Html {
  const { former: text } = page.text.skin
  return html`<section class="card">
<h2>${text.heading}</h2>
<p class="hint">${text.explanation}</p>
<ul class="former">
${former.map(
  ({ hash, taken_off_at: takenOffAt }) => html`<li>${picture(site, page, 'skin', hash)}
<p>${withTime(page.language, takenOffAt, text.until(takenOffAt))}</p>
${form(site, page, { action: ofPlayer(page, '/account/skin/again'), submit: text.again, variant: 'quiet', hidden: { skin: hash } })}</li>`,
)}
</ul>
</section>`
}

/** The address of a small picture of a former skin, or of the cape that is worn or hidden. */
export const picturePath = (kind: TextureKind, hash: string): string =>
  `/account/skin/pictures/${kind}/${hash}`

const sides = { skin: 48, cape: 96 } as const

/** Renders a small picture of a texture. */
const picture = (site: Site, page: PlayerPageContext, kind: TextureKind, hash: string, alt = ''): Html =>
  html`<img class="portrait" src="${site.href(ofPlayer(page, picturePath(kind, hash)))}" alt="${alt}" width="${sides[kind]}" height="${sides[kind]}" loading="lazy">`

const fileOf = (site: Site, hash: string): string => site.href(`/textures/${hash}`)
