import type { ReadContext } from '../../../domain/context.ts'
import { type Html, html } from '../../../lib/text/html.ts'
import type { SkinModel } from '../../../model/accounts/account.ts'
import type { TextureKind } from '../../../model/game/texture.ts'
import type { PlayerPageContext } from '../../context/page-context.ts'
import type { Site } from '../../context/site.ts'
import { field, form } from '../../form/forms.ts'
import { ofPlayer } from './player.ts'

/** The contents of the form for files as they were typed, and which of them are wrong. */
export interface Typed {
  name?: string
  kind?: string
  invalidFile?: boolean | undefined
  invalidName?: boolean | undefined
}

const kinds = { skin: 'default', slim: 'slim', cape: undefined } as const

const isKind = (text: string | undefined): text is keyof typeof kinds =>
  text !== undefined && Object.hasOwn(kinds, text)

/** Returns the kind and the model that a form names; nothing if it leaves them to be guessed. */
export function chosenKind(text: string | undefined): { kind?: TextureKind; model?: SkinModel | undefined } {
  if (!isKind(text)) return {}
  return text === 'cape' ? { kind: text } : { kind: 'skin', model: kinds[text] }
}

/** Renders the form for new files. Its script sends several one after another, and shows how far it is. */
export function addForm(
  { config }: ReadContext,
  site: Site,
  page: PlayerPageContext,
  { name = '', kind, invalidFile = false, invalidName = false }: Typed,
): Html {
  const { wardrobe: words, skin } = page.text
  return html`<section class="card adding" id="add" data-progress="${words.progress}">
<h2>${words.adding}</h2>
${form(site, page, {
  action: ofPlayer(page, '/account/wardrobe'),
  submit: words.add,
  multipart: true,
  fields: html`${field({
    name: 'file',
    label: words.file,
    type: 'file',
    accept: 'image/png',
    isMultiple: true,
    hint: `${skin.skin.sizes(config.textureMaxScale)} ${words.fileHint}`,
    isInvalid: invalidFile,
  })}
<p class="hint drop">${words.drop}</p>
${field({
  name: 'name',
  label: words.name,
  value: name,
  autocomplete: 'off',
  hint: words.nameHint,
  optional: true,
  isInvalid: invalidName,
})}
<fieldset class="radios" aria-describedby="kind-hint">
<legend>${words.kind}</legend>
${Object.keys(kinds)
  .filter(isKind)
  .map(
    (
      each,
    ) => html`<label><input type="radio" name="kind" value="${each}"${each === kind && html` checked`}>${words.kinds[each]}</label>
`,
  )}<p class="hint" id="kind-hint">${words.guessed}</p>
</fieldset>`,
})}
</section>`
}
