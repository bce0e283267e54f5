// POST /admin/groups/{name}/shelf and GET and POST /shelf/remove below it: what a group has for its members to wear.
import type { Context, ReadContext } from '../../../../domain/context.ts'
import {
  addToShelf,
  listShelf,
  removeFromShelf,
  type ShelfTexture,
} from '../../../../domain/wardrobe/shelves.ts'
import { textureBodyLimit } from '../../../../http/body/uploaded-texture.ts'
import { placeUpload } from '../../../../http/body/uploads.ts'
import { type Html, html } from '../../../../lib/text/html.ts'
import { isShelfKind, shelfKinds } from '../../../../model/game/shelf.ts'
import { actorOf, type SignedInPageContext } from '../../../context/page-context.ts'
import type { Site } from '../../../context/site.ts'
import { field, form } from '../../../form/forms.ts'
import { paged } from '../../../layout/folded.ts'
import { type Declined, declined, type Typed, typedField, wrongField } from '../../../page/declined.ts'
import type { Page, PageAnswer } from '../../../page/page.ts'
import type { Pages } from '../../../page/page-scope.ts'
import { queryOf } from '../../sign-in/sign-in.ts'
import { asking } from '../asking.ts'
import { askingButton } from '../confirming.ts'
import { table } from '../frame.ts'
import { groupPath } from './groups.ts'

export type TypedTexture = Typed<'name' | 'kind'>

/** The most textures on one page. */
const shownAtOnce = 6

/** Renders what a group has, and the form for more. */
export function shelfSection(
  { config }: ReadContext,
  site: Site,
  page: SignedInPageContext,
  { name: group, textures }: { name: string; textures: readonly ShelfTexture[] },
  typed: TypedTexture,
): Html {
  const { groups: words, skin, wardrobe } = page.text
  const { shown, pager } = paged(page.text, textures, queryOf(page, 'shelf'), shownAtOnce, 'shelf')
  const rowOf = ({ name, kind, hash }: ShelfTexture) => [
    html`<span class="thumbed"><img src="${site.href(`/skinsystem/render/${hash}.png?height=128${kind === 'slim' ? '&model=slim' : ''}`)}" alt="" height="64" loading="lazy"><bdi>${name}</bdi></span>`,
    wardrobe.kinds[kind],
    askingButton(site, {
      action: `${groupPath(group)}/shelf/remove`,
      submit: words.remove(name),
      variant: 'quiet',
      hidden: { texture: name },
    }),
  ]
  return html`<section class="card" id="shelf">
<h2>${words.shelf.heading}</h2>
<p class="hint">${words.shelf.about}</p>
${config.wardrobeSize === 0 && html`<p class="note">${words.shelf.off}</p>`}
${shown.length > 0 && table(words.shelf.heading, [wardrobe.name, wardrobe.kind, ''], shown.map(rowOf))}
${pager}
<details${(textures.length === 0 || typed.alert !== undefined) && html` open`}><summary>${wardrobe.adding}</summary>
${form(site, page, {
  action: `${groupPath(group)}/shelf`,
  submit: wardrobe.add,
  multipart: true,
  fields: html`${field({
    name: 'file',
    label: wardrobe.file,
    type: 'file',
    accept: 'image/png',
    hint: skin.skin.sizes(config.textureMaxScale),
    isInvalid: typed.wrong === 'file',
  })}
${typedField(typed, 'name', wardrobe.name, { maxlength: 128 })}
<fieldset class="radios" aria-describedby="kind-hint">
<legend>${wardrobe.kind}</legend>
${shelfKinds.map(
  (
    kind,
  ) => html`<label><input type="radio" name="kind" value="${kind}"${kind === typed.kind && html` checked`}>${wardrobe.kinds[kind]}</label>
`,
)}<p class="hint" id="kind-hint">${wardrobe.guessed}</p>
</fieldset>`,
})}
</details>
</section>`
}

type Show = (page: SignedInPageContext, typed: TypedTexture) => Promise<Page>

export function adminShelf(
  pages: Pages,
  context: Context,
  { nameOf, show }: { nameOf: (page: SignedInPageContext) => string; show: Show },
): void {
  const path = `${groupPath(':name')}/shelf`

  pages.forRole('admin').post(
    path,
    async (page, fields): Promise<PageAnswer> => {
      const group = nameOf(page)
      const { name, kind } = fields.trimmed('name', 'kind')
      const [file] = fields.files('file')
      const { problems } = page.text.skin
      if (!file) return show(page, { ...wrongField('file', problems.texture_missing), name, kind })
      try {
        const png = Buffer.from(await file.arrayBuffer())
        await addToShelf(context, actorOf(page), group, {
          png,
          name,
          kind: isShelfKind(kind) ? kind : undefined,
        })
      } catch (error) {
        return show(page, { ...refused(context, page, error), name, kind })
      }
      return { to: groupPath(group), flash: 'groups.shelfAdded' }
    },
    {
      bodyLimit: textureBodyLimit,
      onRequest: placeUpload(context),
      tooLarge: (page) =>
        show(page, { ...wrongField('file', page.text.skin.problems.texture_too_large), status: 413 }),
    },
  )

  asking(pages, context, `${path}/remove`, {
    ask: async (page, given) => {
      const { groups: words, layout, wardrobe } = page.text
      const group = nameOf(page)
      const texture = (await listShelf(context, group)).find(({ name }) => name === given('texture'))
      if (!texture)
        return { to: groupPath(group), ...(given('texture') && { flash: 'groups.shelfGone' as const }) }
      return {
        submit: wardrobe.remove,
        subject: texture.name,
        effects: [words.shelf.removeAbout, layout.confirm.final],
        hidden: { texture: texture.name },
        back: groupPath(group),
      }
    },
    act: async (page, fields) => {
      const group = nameOf(page)
      await removeFromShelf(context, actorOf(page), group, fields.text('texture'))
      return { to: groupPath(group), flash: 'groups.shelfRemoved' }
    },
  })
}

function refused({ config }: ReadContext, page: SignedInPageContext, error: unknown): Declined {
  const { skin, groups } = page.text
  const { problems } = skin
  const sizes = [skin.skin, skin.cape].map((each) => each.sizes(config.textureMaxScale))
  return declined(page, error, {
    'taken shelf-texture': ['name', groups.shelf.taken],
    'too_many shelf-texture': ['', groups.shelf.tooMany],
    texture_malformed: ['file', problems.texture_malformed],
    texture_animated: ['file', problems.texture_animated],
    texture_too_large: ['file', problems.texture_too_large],
    texture_taken_down: ['file', problems.texture_taken_down],
    texture_size_unknown: ['file', [problems.texture_size_unknown, ...sizes].join(' ')],
  })
}
