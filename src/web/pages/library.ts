// GET /library: what players share with all others.
import type { Context } from '../../domain/context.ts'
import { libraryTextures, type SharedTexture, takeSearch } from '../../domain/library/listing.ts'
import { clientNetwork } from '../../lib/net/address.ts'
import { type Html, html } from '../../lib/text/html.ts'
import { isPrintable } from '../../lib/text/printable.ts'
import { trimmed } from '../../lib/text/trimmed.ts'
import { isUsername } from '../../model/accounts/account.ts'
import { looks } from '../../model/game/shared-texture.ts'
import type { PageContext } from '../context/page-context.ts'
import type { Site } from '../context/site.ts'
import { field, searchForm, select } from '../form/forms.ts'
import { texturePicture } from '../layout/portrait.ts'
import type { Page } from '../page/page.ts'
import type { Pages } from '../page/page-scope.ts'
import { libraryPath, sharer } from './library-sharer.ts'
import { libraryTexturePages } from './library-texture.ts'
import { queryOf } from './sign-in/sign-in.ts'

/** No name of a texture or a player is longer. */
const maxTextLength = 128

const sorts = ['newest', 'worn'] as const

/** A search as the address has it. What can't be read is left out. */
interface Search {
  q: string | undefined
  kind: (typeof looks)[number] | undefined
  by: string | undefined
  sort: (typeof sorts)[number]
  after: string | undefined
}

export function libraryPages(pages: Pages, context: Context): void {
  const { site } = pages
  const show = async (page: PageContext): Promise<Page> => {
    const search = searchOf(page)
    const { q, kind, by, sort, after } = search
    if (q !== undefined || by !== undefined)
      takeSearch(context, page.account?.id ?? clientNetwork(page.request.ip))
    const { textures, next } = await libraryTextures(context, { text: q, look: kind, by, sort, after })
    const words = page.text.library
    return {
      heading: by === undefined ? words.heading : words.by(by),
      isWide: true,
      hasPictures: true,
      next: site.href(addressOf(search)),
      content: html`${by === undefined ? html`<p class="lead">${words.about}</p>` : html`<p><a href="${site.href(libraryPath)}">${words.all}</a></p>`}
${searching(site, page, search)}
<section class="card">
${textures.length === 0 && next === undefined && html`<p role="status">${words.none}</p>`}
<ul class="tiles">
${textures.map((texture) => tile(site, page, texture))}</ul>
${next !== undefined && html`<p class="pager"><a href="${site.href(addressOf({ ...search, after: next }))}">${page.text.admin.accounts.next}</a></p>`}
</section>`,
    }
  }
  if (context.config.library === 'public') pages.get(libraryPath, show)
  else pages.signedIn.get(libraryPath, show)
  libraryTexturePages(pages, context)
}

function searchOf(page: PageContext): Search {
  const text = trimmed(queryOf(page, 'q'))
  const by = queryOf(page, 'by')
  const kind = queryOf(page, 'kind')
  return {
    q: text !== '' && text.length <= maxTextLength && isPrintable(text) ? text : undefined,
    kind: looks.find((look) => look === kind),
    by: isUsername(by) ? by : undefined,
    sort: queryOf(page, 'sort') === 'worn' ? 'worn' : 'newest',
    after: queryOf(page, 'after') || undefined,
  }
}

/** Returns the path of a search, without what is not asked for. */
function addressOf({ sort, ...rest }: Search): string {
  const given = { ...rest, sort: sort === 'newest' ? undefined : sort }
  const query = new URLSearchParams(
    Object.entries(given).filter((entry): entry is [string, string] => entry[1] !== undefined),
  ).toString()
  return query === '' ? libraryPath : `${libraryPath}?${query}`
}

function searching(site: Site, { text }: PageContext, { q = '', kind, by, sort }: Search): Html {
  const { library: words, admin } = text
  return searchForm(site, {
    action: libraryPath,
    submit: admin.audit.show,
    fields: html`${field({ name: 'q', label: words.search, type: 'search', value: q, autocomplete: 'off', hint: words.searchHint, optional: true })}
${select({
  name: 'kind',
  label: text.wardrobe.kind,
  value: kind ?? '',
  options: [
    { value: '', label: words.kinds.all },
    ...looks.map((look) => ({ value: look, label: words.kinds[look] })),
  ],
})}
${select({ name: 'sort', label: words.sort, value: sort, options: sorts.map((each) => ({ value: each, label: words.sorts[each] })) })}
${by !== undefined && html`<input type="hidden" name="by" value="${by}">`}`,
  })
}

function tile(site: Site, page: PageContext, texture: SharedTexture): Html {
  const { id, name, hash, kind, model } = texture
  const picture = texturePicture(site, { hash, kind, model: model ?? undefined }, 'front')
  return html`<li><span class="worn-by">${picture}</span>
<div><p><a href="${site.href(`${libraryPath}/${id}`)}"><b dir="auto">${name}</b></a></p>
<p class="hint">${sharer(site, page, texture)}</p></div></li>
`
}
