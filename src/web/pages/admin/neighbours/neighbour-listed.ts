// POST /admin/neighbours/{id}/list and /unlist, and the card with the listed names of a neighbour.
import type { Context } from '../../../../domain/context.ts'
import { type ListedName, listedNames, listName, unlistName } from '../../../../domain/neighbours/listed.ts'
import { type Html, html } from '../../../../lib/text/html.ts'
import { actorOf, type SignedInPageContext } from '../../../context/page-context.ts'
import type { Site } from '../../../context/site.ts'
import type { FormFields } from '../../../form/form-fields.ts'
import { form } from '../../../form/forms.ts'
import { type Declined, declined, paged, type Typed, table, typedField } from '../frame.ts'
import { neighbourPath } from './neighbours.ts'

export type TypedListing = Typed<'name' | 'server'>

/** The command line lists the others. */

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
  const { shown, pager } = paged(page, names)
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
    : form(site, page, {
        action: `${path}/unlist`,
        submit: undefined,
        fields: table(words.listed, heads, rows),
      })
}
${pager}
${form(site, page, {
  action: `${path}/list`,
  submit: words.list,
  variant: 'quiet',
  fields: [
    typedField(typed, 'name', servers.name),
    typedField(typed, 'server', words.server, { hint: words.serverHint, optional: true }),
  ],
})}
</section>`
}

/** Lists the name that was typed. Returns the error of the form if that was declined. */
export async function listFromForm(
  context: Context,
  page: SignedInPageContext,
  id: string,
  fields: FormFields,
): Promise<TypedListing | undefined> {
  const typed = fields.trimmed('name', 'server')
  const { problems } = page.text.neighbours
  try {
    await listName(context, actorOf(page), id, { name: typed.name, server: typed.server || undefined })
    return undefined
  } catch (error) {
    const refused = declined(page, error, {
      username_malformed: ['name', problems.name],
      server_name_unknown: ['server', problems.server],
    })
    return { ...typed, ...refused }
  }
}

/** Ends the listing that the pressed button names. Returns the error of the form if that was declined. */
export async function unlistFromForm(
  context: Context,
  page: SignedInPageContext,
  id: string,
  fields: FormFields,
): Promise<Declined | undefined> {
  const { problems } = page.text.neighbours
  const [name = '', server] = fields.words('listed')
  const listed: ListedName = { name, server }
  try {
    await unlistName(context, actorOf(page), id, listed)
    return undefined
  } catch (error) {
    const gone = ['', problems.notListed] as const
    return declined(page, error, {
      username_malformed: gone,
      server_name_unknown: gone,
      name_not_listed: gone,
    })
  }
}
