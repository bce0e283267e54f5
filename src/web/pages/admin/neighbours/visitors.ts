// GET /admin/visitors: players of neighbours who have joined; POST /admin/visitors/purge deletes those of a neighbour.
import type { Context } from '../../../../domain/context.ts'
import { listNeighbours } from '../../../../domain/neighbours/neighbours.ts'
import {
  listVisitors,
  playersOfNeighbour,
  purgeVisitors,
  visitorsMatching,
} from '../../../../domain/neighbours/visitors.ts'
import { parseUuid } from '../../../../lib/crypto/uuid.ts'
import { type Html, html } from '../../../../lib/text/html.ts'
import { isAdministrator } from '../../../../model/accounts/role.ts'
import { isNeighbourId } from '../../../../model/community/neighbour-id.ts'
import type { Visitor } from '../../../../model/community/visitor.ts'
import { type ListPart, readPart, rowsAtOnce } from '../../../../model/records/lists.ts'
import { actorOf, type SignedInPageContext } from '../../../context/page-context.ts'
import type { Site } from '../../../context/site.ts'
import { field, searchForm, select } from '../../../form/forms.ts'
import { time } from '../../../layout/time.ts'
import type { Page } from '../../../page/page.ts'
import type { Pages } from '../../../page/page-scope.ts'
import { pathParameter } from '../../../page/path-parameter.ts'
import { queryOf } from '../../sign-in/sign-in.ts'
import { asking } from '../asking.ts'
import { adminPage, deletionCard, table } from '../frame.ts'

export const visitorsPath = '/admin/visitors'

/** The longest search: a UUID with hyphens, or a name and its neighbour. */
const maxTyped = 64

export const visitorPath = ({ id }: Pick<Visitor, 'id'>): string => `${visitorsPath}/${id}`

export function adminVisitors(pages: Pages, context: Context): void {
  const { site, forRole } = pages
  const show = async (
    page: SignedInPageContext,
    asked: { name: string; neighbour: string; after: string },
  ): Promise<Page> => {
    const { admin, visitors: words } = page.text
    const { name, neighbour, after } = asked
    const limit = rowsAtOnce.visitorsPage
    const read = (part: ListPart) => listVisitors(context, { ...part, neighbour })
    const { rows, next: last } =
      name === ''
        ? await readPart({ after, limit }, read, ({ id }) => id)
        : { rows: await visitorsMatching(context, name), next: undefined }
    const shown = rows
      .filter((visitor) => neighbour === '' || visitor.neighbour === neighbour)
      .slice(0, limit)
    const next = last && new URLSearchParams({ neighbour, after: last }).toString()
    const content = html`<p class="lead">${words.about}</p>
${await search(site, page, context, asked)}
${shown.length > 0 ? list(site, page, shown) : html`<p role="status">${words.nothing}</p>`}
${next && html`<p class="actions"><a class="button quiet" href="${site.href(`${visitorsPath}?${next}`)}">${admin.accounts.next}</a></p>`}
${neighbour !== '' && shown.length > 0 && isAdministrator(page.account) && purgeCard(site, page, neighbour)}`
    return adminPage(admin.menu.visitors.heading, content)
  }

  forRole('moderator').get(visitorsPath, (page) =>
    show(page, {
      name: queryOf(page, 'name').trim().slice(0, maxTyped),
      neighbour: neighbourIn(queryOf(page, 'neighbour')),
      after: parseUuid(queryOf(page, 'after')) ?? '',
    }),
  )

  asking(pages, context, `${visitorsPath}/purge/:neighbour`, {
    ask: async (page) => {
      const { admin, layout, visitors: words } = page.text
      const neighbour = neighbourOf(page)
      const { visitors } = await playersOfNeighbour(context, neighbour)
      if (visitors === '0') return { to: visitorsOf(neighbour), flash: 'visitors.noneToPurge' }
      return {
        submit: words.purge,
        subject: neighbour,
        effects: [words.purgeAbout(neighbour), layout.confirm.final],
        affected: [[admin.menu.visitors.heading, visitors]],
        back: visitorsOf(neighbour),
      }
    },
    act: async (page) => {
      const gone = await purgeVisitors(context, actorOf(page), neighbourOf(page))
      return { to: visitorsPath, flash: gone > 0 ? 'visitors.purged' : 'visitors.noneToPurge' }
    },
  })
}

/** The path of the list of a neighbour's visitors. The neighbour may have been removed. */
export const visitorsOf = (neighbour: string): string =>
  neighbour === '' ? visitorsPath : `${visitorsPath}?neighbour=${neighbour}`

/** Returns the text if it may identify a neighbour, otherwise an empty one. */
const neighbourIn = (text: string): string => (isNeighbourId(text) ? text : '')

const neighbourOf = (page: SignedInPageContext): string => neighbourIn(pathParameter(page, 'neighbour'))

async function search(
  site: Site,
  { text }: SignedInPageContext,
  context: Context,
  { name, neighbour }: { name: string; neighbour: string },
): Promise<Html> {
  const { admin, visitors: words } = text
  const known = (await listNeighbours(context)).map(({ id }) => id)
  const ids = neighbour === '' || known.includes(neighbour) ? known : [...known, neighbour]
  return searchForm(site, {
    action: visitorsPath,
    submit: admin.accounts.search,
    fields: [
      field({
        name: 'name',
        label: words.name,
        type: 'search',
        value: name,
        autocomplete: 'off',
        hint: words.nameHint,
        optional: true,
      }),
      select({
        name: 'neighbour',
        label: words.neighbour,
        value: neighbour,
        options: [{ value: '', label: words.any }, ...ids.map((value) => ({ value, label: value }))],
      }),
    ],
  })
}

function list(site: Site, { text }: SignedInPageContext, visitors: readonly Visitor[]): Html {
  const { admin, visitors: words } = text
  const heads = [words.name, words.neighbour, words.state, words.joins, words.lastJoin]
  const rows = visitors.map((visitor) => [
    html`<a href="${site.href(visitorPath(visitor))}">${visitor.name}</a>`,
    html`<a href="${site.href(visitorsOf(visitor.neighbour))}">${visitor.neighbour}</a>`,
    visitor.suspension ? words.states.suspended : words.states.known,
    admin.overview.number(visitor.joins),
    time(visitor.lastSeenAt, admin.at(visitor.lastSeenAt), 'ago'),
  ])
  return table(admin.menu.visitors.heading, heads, rows)
}

function purgeCard(site: Site, { text }: SignedInPageContext, neighbour: string): Html {
  const { visitors: words } = text
  const said = { deleteAbout: words.purgeAbout(neighbour), delete: words.purge }
  return deletionCard(site, said, `${visitorsPath}/purge/${neighbour}`)
}
