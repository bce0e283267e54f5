// GET /library/{id} and the POSTs below it: one texture of the library, to keep or to report.
import type { Context } from '../../domain/context.ts'
import { addFromLibrary } from '../../domain/library/add.ts'
import { oneOfLibrary, type SharedTexture } from '../../domain/library/listing.ts'
import { reportShared } from '../../domain/moderation/report.ts'
import { parseUuid } from '../../lib/crypto/uuid.ts'
import { type Html, html } from '../../lib/text/html.ts'
import { type Refusal, Refused } from '../../model/errors/refusal.ts'
import { lookOf } from '../../model/game/shared-texture.ts'
import { pathWithNext } from '../context/next.ts'
import { actorOf, isSignedIn, type PageContext, type SignedInPageContext } from '../context/page-context.ts'
import type { Site } from '../context/site.ts'
import { form, textArea } from '../form/forms.ts'
import { standing, turnScript } from '../layout/portrait.ts'
import type { Page, PageAnswer } from '../page/page.ts'
import type { Pages } from '../page/page-scope.ts'
import { pathParameter } from '../page/path-parameter.ts'
import { libraryPath as here, sharer } from './library-sharer.ts'
import { reportRefusal } from './report.ts'

/** A rejected report. */
interface Typed extends Pick<Page, 'status' | 'alert' | 'retryAfter'> {
  reason?: string
  isWrong?: boolean
}

export function libraryTexturePages(pages: Pages, context: Context): void {
  const { site } = pages

  /** Finds the texture of the path, or leads to the library if it is not there for everybody to see. */
  const withOne = async (
    page: PageContext,
    answer: (texture: SharedTexture) => PageAnswer | Promise<PageAnswer>,
  ): Promise<PageAnswer> => {
    const id = parseUuid(pathParameter(page, 'id'))
    const texture = id === undefined ? undefined : await oneOfLibrary(context, id)
    if (texture) return answer(texture)
    throw new Refused('route_unknown')
  }

  const show = (page: PageContext, texture: SharedTexture, typed: Typed = {}): Page => {
    const { id, name, worn } = texture
    const { library: words, reports } = page.text
    const { reason: _, isWrong: __, ...answer } = typed
    return {
      heading: name,
      isWide: true,
      hasPictures: true,
      scripts: [turnScript],
      here: site.href(`${here}/${id}`),
      next: site.href(`${here}/${id}`),
      content: html`<div class="dressing">${standing(site, page, texture, name)}
<section class="card">
<p>${sharer(site, page, texture)}</p>
<p class="hint">${page.text.wardrobe.kinds[lookOf(texture)]} · ${reports.worn(worn)}</p>
${
  isSignedIn(page)
    ? forms(site, page, texture, typed)
    : html`<p class="actions"><a class="button" href="${site.href(pathWithNext('/sign-in', site.href(`${here}/${id}`)))}">${words.add}</a>
<a class="button quiet" href="${site.href(pathWithNext('/sign-in', site.href(`${here}/${id}`)))}">${reports.submit}</a></p>`
}
<p class="aside"><a href="${site.href(here)}">${words.all}</a></p>
</section></div>`,
      ...answer,
    }
  }

  const get = (page: PageContext) => withOne(page, (texture) => show(page, texture))
  if (context.config.library === 'public') pages.get(`${here}/:id`, get)
  else pages.signedIn.get(`${here}/:id`, get)
  pages.signedIn.get(`${here}/:id/*`, (page) => ({ to: `${here}/${pathParameter(page, 'id')}` }))

  pages.signedIn.post(`${here}/:id/add`, (page) =>
    withOne(page, async (texture) => {
      try {
        await addFromLibrary(context, actorOf(page), page.account, texture.id)
      } catch (error) {
        return show(page, texture, whyNot(page, error))
      }
      return { to: '/account/wardrobe', flash: 'wardrobe.added' }
    }),
  )

  pages.signedIn.post(`${here}/:id/report`, (page, fields) =>
    withOne(page, async (texture) => {
      const reason = fields.text('reason')
      try {
        await reportShared(context, actorOf(page), page.account, { id: texture.id, reason })
      } catch (error) {
        const { wrong, ...answer } = reportRefusal(page, error)
        return show(page, texture, { ...answer, reason, isWrong: wrong === 'reason' })
      }
      return { to: '/account/reports', flash: 'reports.reported' }
    }),
  )
}

/** Returns why a texture was not kept. Throws any other error. */
function whyNot({ account, request, text }: SignedInPageContext, error: unknown): Typed {
  if (!(error instanceof Refused)) throw error
  const { skin, wardrobe } = text
  const words: Partial<Record<Refusal, string>> = {
    ...skin.off,
    wardrobe_full: wardrobe.problems.full,
    texture_taken_down: skin.problems.texture_taken_down,
    uploads_suspended: skin.problems.uploads_suspended,
  }
  const alert = words[error.reason]
  if (alert === undefined) throw error
  request.refused = new Refused(error.reason, { cause: error, about: account })
  const isOff = Object.hasOwn(skin.off, error.reason)
  return { status: isOff ? 403 : 422, alert }
}

/** Renders what a signed-in player can do with a texture. */
function forms(
  site: Site,
  page: SignedInPageContext,
  { id }: SharedTexture,
  { reason = '', isWrong = false }: Typed,
): Html {
  const { library: words, reports } = page.text
  return html`${form(site, page, { action: `${here}/${id}/add`, submit: words.add })}
<h2>${reports.submit}</h2>
${form(site, page, {
  action: `${here}/${id}/report`,
  submit: reports.submit,
  variant: 'quiet',
  fields: textArea({
    name: 'reason',
    label: reports.reason,
    hint: reports.reasonHint,
    value: reason,
    isInvalid: isWrong,
  }),
})}`
}
