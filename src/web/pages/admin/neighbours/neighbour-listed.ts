// POST /admin/neighbours/{id}/list and /unlist, and the card with the listed names of a neighbour.
import type { Context } from '../../../../domain/context.ts'
import { listedNames, listName, unlistName } from '../../../../domain/neighbours/listed.ts'
import { findNeighbour } from '../../../../domain/neighbours/neighbours.ts'
import { type Html, html } from '../../../../lib/text/html.ts'
import { actorOf, type SignedInPageContext } from '../../../context/page-context.ts'
import type { Site } from '../../../context/site.ts'
import { form } from '../../../form/forms.ts'
import { paged } from '../../../layout/folded.ts'
import { declined, type Typed, typedField } from '../../../page/declined.ts'
import type { Page, PageAnswer } from '../../../page/page.ts'
import type { Pages } from '../../../page/page-scope.ts'
import { queryOf } from '../../sign-in/sign-in.ts'
import { asking } from '../asking.ts'
import { notProved, provingField, table } from '../frame.ts'
import { idOf, neighbourPath } from './neighbours.ts'

export type TypedListing = Typed<'name' | 'server'>

/** Renders the names, each with a button that ends its listing, and the form for another one. */
export async function listedCard(
  context: Context,
  site: Site,
  page: SignedInPageContext,
  id: string,
  typed: TypedListing,
): Promise<Html> {
  const { neighbours: words, admin, servers } = page.text
  const names = await listedNames(context, id)
  const path = neighbourPath(id)
  const { shown, pager } = paged(page.text, names, queryOf(page, 'from'))
  const rows = shown.map(({ name, server }) => [
    name,
    server ?? words.anyServer,
    html`<button class="quiet" name="listed" value="${[name, server].join(' ').trim()}">${words.unlist(name)}</button>`,
  ])
  const heads = [servers.name, words.server, '']
  return html`<section class="card">
<h2>${words.listed}</h2>
<p>${words.listedAbout}</p>
${
  rows.length === 0
    ? html`<p>${admin.none}</p>`
    : unlistForm(site, page, `${path}/unlist`, table(words.listed, heads, rows))
}
${pager}
${form(site, page, {
  action: `${path}/list`,
  submit: words.list,
  variant: 'quiet',
  fields: [
    typedField(typed, 'name', servers.name),
    typedField(typed, 'server', words.server, { hint: words.serverHint, optional: true }),
    provingField(page, typed.name === undefined ? undefined : typed.wrong, 'list-'),
  ],
})}
</section>`
}

/** The buttons of the table lead to the question if their visitor has not proved recently who they are. */
const unlistForm = (site: Site, page: SignedInPageContext, action: string, fields: Html): Html =>
  page.session.isRecentlyAuthenticated
    ? form(site, page, { action, submit: undefined, fields })
    : html`<form method="get" action="${site.href(action)}">
${fields}
</form>`

/** `show` renders the page of the neighbour again with a rejected form. */
export function listedRoutes(
  pages: Pages,
  context: Context,
  show: (page: SignedInPageContext, typed: TypedListing) => Promise<Page>,
): void {
  const path = neighbourPath(':id')

  pages.forRole('admin').post(`${path}/list`, async (page, fields): Promise<PageAnswer> => {
    const typed = fields.trimmed('name', 'server')
    const refusal = await notProved(context, page, fields)
    if (refusal) return show(page, { ...typed, ...refusal })
    const { problems } = page.text.neighbours
    try {
      await listName(context, actorOf(page), idOf(page), {
        name: typed.name,
        server: typed.server || undefined,
      })
      return { to: neighbourPath(idOf(page)), flash: 'neighbours.listed' }
    } catch (error) {
      const refused = declined(page, error, {
        username_malformed: ['name', problems.name],
        'unknown server': ['server', problems.server],
      })
      return show(page, { ...typed, ...refused })
    }
  })

  asking(pages, context, `${path}/unlist`, {
    ask: async (page, given) => {
      const { listedAbout, unlist } = page.text.neighbours
      const { id } = await findNeighbour(context, idOf(page))
      const listed = given('listed')
      const [name = ''] = listed.split(' ')
      if (name === '') return { to: neighbourPath(id) }
      return {
        submit: unlist(name),
        subject: id,
        effects: [listedAbout],
        hidden: { listed },
        back: neighbourPath(id),
        isHarmless: true,
      }
    },
    act: async (page, fields) => {
      const { problems } = page.text.neighbours
      const [name = '', server] = fields.words('listed')
      try {
        await unlistName(context, actorOf(page), idOf(page), { name, server })
        return { to: neighbourPath(idOf(page)), flash: 'neighbours.unlisted' }
      } catch (error) {
        const gone = ['', problems.notListed] as const
        return declined(page, error, {
          username_malformed: gone,
          'unknown server': gone,
          name_not_listed: gone,
        })
      }
    },
  })
}
