// GET and POST /admin/neighbours: other account services, their figures, the latest refusals, and a form for a new one.
import { listServers } from '../../../../domain/community/servers.ts'
import type { Context } from '../../../../domain/context.ts'
import {
  latestRefusals,
  type NeighbourHealth,
  neighbourHealth,
} from '../../../../domain/figures/neighbour-figures.ts'
import { listNeighbours } from '../../../../domain/neighbours/neighbours.ts'
import { reasonInWords } from '../../../../domain/operation/why.ts'
import { type Html, html } from '../../../../lib/text/html.ts'
import type { Neighbour } from '../../../../model/community/neighbour.ts'
import { isNeighbourId } from '../../../../model/community/neighbour-id.ts'
import type { SignedInPageContext } from '../../../context/page-context.ts'
import type { Site } from '../../../context/site.ts'
import type { Text } from '../../../context/text.ts'
import { time } from '../../../layout/time.ts'
import type { Page, PageAnswer } from '../../../page/page.ts'
import type { Pages } from '../../../page/page-scope.ts'
import { pathParameter } from '../../../page/path-parameter.ts'
import { serverPath } from '../community/servers.ts'
import { deletionsCard } from '../deletions.ts'
import { adminPage, table } from '../frame.ts'
import { addFromForm, hostsQuestion, newNeighbourForm, type TypedNeighbour } from './new-neighbour.ts'

export const neighboursPath = '/admin/neighbours'

export const neighbourPath = (id: string): string => `${neighboursPath}/${id}`

/** Returns an empty string if the path can't contain the id of a neighbour. */
export function idOf(page: SignedInPageContext): string {
  const id = pathParameter(page, 'id')
  return isNeighbourId(id) ? id : ''
}

const refusalsShown = 10

export function adminNeighbours({ site, forRole }: Pages, context: Context): void {
  const admin = forRole('admin')
  const show = async (page: SignedInPageContext, typed: TypedNeighbour = {}): Promise<Page> => {
    const { neighbours: words, admin: common } = page.text
    // The question alone, so that nobody has to look for it.
    if (typed.hosts) return adminPage(words.newOne, hostsQuestion(site, page, typed, typed.hosts), typed)
    const neighbours = await listNeighbours(context)
    const content = html`<p class="lead">${words.about}</p>
${switchNote(page.text, context)}
${neighbours.length === 0 ? html`<p>${common.none}</p>` : await list(site, page.text, context, neighbours)}
${neighbours.length > 0 && (await refusals(site, page, context))}
${await deletionsCard(context, site, page, 'neighbour', [page.text.servers.title, words.id])}${newNeighbourForm(site, page, typed)}`
    return adminPage(common.menu.neighbours.heading, content, typed)
  }

  admin.get(neighboursPath, (page) => show(page))

  admin.post(neighboursPath, async (page, fields): Promise<PageAnswer> => {
    const done = await addFromForm(context, page, fields)
    return 'added' in done ? { to: neighbourPath(done.added), flash: 'neighbours.added' } : show(page, done)
  })
}

/** Says that nobody is let in, as long as the setting is off or only watches. */
export function switchNote({ neighbours: words }: Text, { config }: Context): Html | undefined {
  if (config.neighbours === 'on') return undefined
  return html`<p class="note">${config.neighbours === 'off' ? words.off : words.watch}</p>`
}

/** Returns the state of a neighbour in a few words. */
export function stateOf({ neighbours: { states } }: Text, { isPaused }: Neighbour, isNamed: boolean): string {
  if (isPaused) return states.paused
  return isNamed ? states.asked : states.unlisted
}

/** Returns what was last heard of a neighbour, in a few words, and when. */
export function lastAnswerOf({ admin, neighbours: words }: Text, { last }: NeighbourHealth): Html {
  if (!last) return html`${words.noAnswer}`
  const said = last.problem === null ? words.usable : words.unusable(last.problem)
  return html`${said}, ${time(last.at, admin.at(last.at), 'ago')}`
}

async function list(
  site: Site,
  text: Text,
  context: Context,
  neighbours: readonly Neighbour[],
): Promise<Html> {
  const { neighbours: words, admin } = text
  const [healthOf, servers] = await Promise.all([neighbourHealth(context), listServers(context)])
  const named = new Set(servers.flatMap((server) => server.neighbours))
  const heads = [words.id, text.servers.state, words.lastAnswer]
  const counted = [words.questions, words.admitted, words.refused, words.unsure]
  const rows = neighbours.map((neighbour) => {
    const health = healthOf(neighbour.id)
    const { questions, admitted, refused, unsure } = health.lastDay
    return [
      html`<a href="${site.href(neighbourPath(neighbour.id))}">${neighbour.id}</a>`,
      stateOf(text, neighbour, named.has(neighbour.id)),
      lastAnswerOf(text, health),
      ...[questions, admitted, refused, unsure].map(admin.overview.number),
    ]
  })
  return html`${table(admin.menu.neighbours.heading, [...heads, ...counted], rows)}
<p class="hint">${words.lastDay}</p>`
}

async function refusals(
  site: Site,
  { language, text }: SignedInPageContext,
  context: Context,
): Promise<Html> {
  const { neighbours: words, admin } = text
  const latest = (await latestRefusals(context)).slice(0, refusalsShown)
  const heads = [admin.why.time, admin.why.name, words.server, admin.why.reason]
  const rows = latest.map(({ at, server, name, reason }) => [
    time(at, admin.at(at), 'ago'),
    html`<a href="${site.href(`/admin/why?name=${encodeURIComponent(name)}`)}">${name}</a>`,
    html`<a href="${site.href(serverPath(server))}">${server}</a>`,
    html`<span class="prose">${reasonInWords(reason, language)}</span>`,
  ])
  return html`<h2>${words.latest}</h2>
${rows.length === 0 ? html`<p>${words.noneRefused}</p>` : table(words.latest, heads, rows)}
<p class="hint">${words.latestAbout}</p>`
}
