// GET and POST /account/wardrobe/{id}/rename and /remove: one texture, which has to be the account's.
import type { Context } from '../../../domain/context.ts'
import { oneOfWardrobe, type WardrobeTexture } from '../../../domain/wardrobe/list.ts'
import { removeFromWardrobe } from '../../../domain/wardrobe/remove.ts'
import { renameInWardrobe } from '../../../domain/wardrobe/rename.ts'
import { html } from '../../../lib/text/html.ts'
import { Refused } from '../../../model/errors/refusal.ts'
import { actorOf, type PlayerPageContext, playerActor } from '../../context/page-context.ts'
import { field, form } from '../../form/forms.ts'
import type { Page, PageAnswer } from '../../page/page.ts'
import type { Pages } from '../../page/page-scope.ts'
import { pathParameter } from '../../page/path-parameter.ts'
import { ofPlayer, playerPages } from './player.ts'
import { declined } from './wardrobe-declined.ts'
import { kindWords, pictures } from './wardrobe-pictures.ts'

const here = '/account/wardrobe'

export function wardrobeTexturePages(pages: Pages, context: Context): void {
  const { site } = pages
  const { get, post } = playerPages(pages, context)

  /** Finds the texture of the path, or leads to the wardrobe if it is gone. */
  const withOne = async (
    page: PlayerPageContext,
    answer: (texture: WardrobeTexture) => PageAnswer | Promise<PageAnswer>,
  ): Promise<PageAnswer> => {
    try {
      return await answer(await oneOfWardrobe(context, page.player, pathParameter(page, 'id')))
    } catch (error) {
      if (!(error instanceof Refused && error.reason === 'texture_unknown')) throw error
      page.request.refused = error
      return { to: ofPlayer(page, here), flash: 'wardrobe.gone' }
    }
  }

  const renaming = (
    page: PlayerPageContext,
    texture: WardrobeTexture,
    typed?: string,
    problem?: string,
  ): Page => {
    const { wardrobe: words, layout } = page.text
    return {
      heading: words.renameNamed(texture.name),
      hasPictures: true,
      content: html`<section class="card narrow">
${pictures(site, texture)}
<p class="hint">${kindWords(page, texture)}</p>
${form(site, page, {
  action: ofPlayer(page, `${here}/${texture.id}/rename`),
  submit: words.rename,
  fields: field({
    name: 'name',
    label: words.name,
    value: typed ?? texture.name,
    autocomplete: 'off',
    problem,
  }),
})}
<p class="aside"><a href="${site.href(ofPlayer(page, here))}">${layout.confirm.back}</a></p>
</section>`,
    }
  }

  get(`${here}/:id/rename`, (page) => withOne(page, (texture) => renaming(page, texture)))
  post(`${here}/:id/rename`, (page, fields) =>
    withOne(page, async (texture) => {
      const { name } = fields.trimmed('name')
      try {
        await renameInWardrobe(context, actorOf(page), page.player, texture.id, name)
      } catch (error) {
        const { invalidName, ...answer } = declined(context, page, error)
        if (!invalidName) return { ...renaming(page, texture, name), ...answer }
        const alert = page.text.settings.unchanged
        return { ...renaming(page, texture, name, page.text.wardrobe.problems.name), status: 422, alert }
      }
      return { to: ofPlayer(page, here), flash: 'wardrobe.renamed' }
    }),
  )

  const question = (page: PlayerPageContext, texture: WardrobeTexture): Page => {
    const { wardrobe: words, layout } = page.text
    return {
      heading: words.removeNamed(texture.name),
      hasPictures: true,
      content: html`<section class="card narrow">
${pictures(site, texture)}
<p>${words.removeEffect} ${words.removeLost}</p>
${form(site, page, { action: ofPlayer(page, `${here}/${texture.id}/remove`), submit: words.remove, variant: 'danger' })}
<p class="aside"><a href="${site.href(ofPlayer(page, here))}">${layout.confirm.back}</a></p>
</section>`,
    }
  }
  get(`${here}/:id/remove`, (page) => withOne(page, (texture) => question(page, texture)))
  post(`${here}/:id/remove`, (page) =>
    withOne(page, async (texture) => {
      try {
        await removeFromWardrobe(context, playerActor(page), page.player, texture.id)
      } catch (error) {
        const { invalidName: _, ...answer } = declined(context, page, error)
        return { ...question(page, texture), ...answer }
      }
      return { to: ofPlayer(page, here), flash: 'wardrobe.removed' }
    }),
  )
}
