// GET /admin/neighbours/{id} and its POSTs: one neighbour, its settings, its listed names and its removal.
import { listServers } from '../../../../domain/community/servers.ts'
import type { Context } from '../../../../domain/context.ts'
import { neighbourHealth } from '../../../../domain/figures/neighbour-figures.ts'
import { newClient, redirectUriOf } from '../../../../domain/linking/client.ts'
import { testNeighbour } from '../../../../domain/neighbours/ask.ts'
import {
  findNeighbour,
  pauseNeighbour,
  removeNeighbour,
  setNeighbour,
} from '../../../../domain/neighbours/neighbours.ts'
import { playersOfNeighbour } from '../../../../domain/neighbours/visitors.ts'
import { hyphenatedUuid } from '../../../../lib/crypto/uuid.ts'
import { type Html, type HtmlValue, html } from '../../../../lib/text/html.ts'
import type { Neighbour } from '../../../../model/community/neighbour.ts'
import { neighbourFields } from '../../../../model/fields/neighbour.ts'
import { actorOf, type SignedInPageContext } from '../../../context/page-context.ts'
import type { Site } from '../../../context/site.ts'
import { form } from '../../../form/forms.ts'
import { copyLine } from '../../../layout/copy-line.ts'
import { time } from '../../../layout/time.ts'
import { declined, type Typed, typedField } from '../../../page/declined.ts'
import type { Page, PageAnswer } from '../../../page/page.ts'
import type { Pages } from '../../../page/page-scope.ts'
import { asking, named, provedButton } from '../asking.ts'
import { serverPath } from '../community/servers.ts'
import { adminPage, deletionCard, notProved, provingField, provingNote } from '../frame.ts'
import { readClient, readSettings, settingsFields, type TypedSettings, typedOf } from './neighbour-fields.ts'
import { listedCard, listedRoutes, type TypedListing } from './neighbour-listed.ts'
import { neighbourSteps } from './neighbour-steps.ts'
import { idOf, lastAnswerOf, neighbourPath, neighboursPath, stateOf, switchNote } from './neighbours.ts'
import { visitorsOf } from './visitors.ts'

/** `player` is the name to ask about, and `said` what the neighbour has answered. */
type TypedNeighbour = TypedSettings & TypedListing & Typed<'player'> & { said?: string }

export function adminNeighbour(pages: Pages, context: Context): void {
  const { site, forRole } = pages
  const admin = forRole('admin')
  const path = neighbourPath(':id')

  const show = async (page: SignedInPageContext, typed: TypedNeighbour = {}): Promise<Page> => {
    const { neighbours: words, servers, admin: common } = page.text
    const neighbour = await findNeighbour(context, idOf(page))
    const { id, isPaused } = neighbour
    const at = neighbourPath(id)
    const content = html`${switchNote(page.text, context)}
${typed.said !== undefined && html`<p class="note" role="status">${typed.said}</p>`}
${await neighbourSteps(context, site, page, neighbour)}<section class="card">
${await facts(site, page, context, neighbour)}
<p><a href="${site.href(visitorsOf(id))}">${words.visitors}</a></p>
${
  isPaused
    ? provedButton(site, page, { action: `${at}/resume`, submit: servers.resume })
    : form(site, page, { action: `${at}/pause`, submit: servers.pause, variant: 'quiet' })
}
</section>
<details class="card"${typed.trust !== undefined && html` open`}>
<summary>${words.change}</summary>
${provingNote(page)}
${form(site, page, {
  action: at,
  submit: servers.save,
  fields: [
    settingsFields(page, neighbour, { ...typedOf(neighbour), ...typed }),
    provingField(page, typed.trust === undefined ? undefined : typed.wrong, 'change-'),
  ],
})}
</details>
${await listedCard(context, site, page, id, typed)}
<section class="card narrow">
<h2>${words.test}</h2>
${form(site, page, {
  action: `${at}/test`,
  submit: words.test,
  variant: 'quiet',
  fields: typedField(typed, 'player', servers.name, { hint: words.testHint }),
})}
</section>
${deletionCard(site, { deleteAbout: words.removeAbout, delete: words.remove }, `${at}/remove`)}
<p class="aside"><a href="${site.href(neighboursPath)}">${common.menu.neighbours.heading}</a></p>`
    return { ...adminPage(id, content, typed), scripts: ['copy.js'] }
  }

  admin.get(path, (page) => show(page))
  admin.get(`${path}/*`, (page) => ({ to: neighbourPath(idOf(page)) }))

  admin.post(path, async (page, fields): Promise<PageAnswer> => {
    const read = readSettings(page, fields)
    if ('problem' in read) return show(page, { ...read.typed, ...read.problem })
    const refusal = await notProved(context, page, fields)
    if (refusal) return show(page, { ...read.typed, ...refusal })
    try {
      const neighbour = await findNeighbour(context, idOf(page))
      const given = readClient(fields, neighbour)
      const client = given && (await newClient(context, neighbour, given))
      await setNeighbour(context, actorOf(page), neighbour.id, { ...read.settings, client })
    } catch (error) {
      const { problems } = page.text.neighbours
      const words = {
        'malformed names': ['names', problems.pattern],
        neighbour_pattern_slow: ['names', problems.patternSlow],
        neighbour_client_malformed: ['clientId', problems.client],
        neighbour_without_sign_in: ['clientId', problems.withoutSignIn],
      } as const
      const refused = declined(page, error, words, neighbourFields)
      return show(page, { ...read.typed, ...refused })
    }
    return { to: neighbourPath(idOf(page)), flash: 'neighbours.changed' }
  })

  // Pausing has to be quick.
  admin.post(`${path}/pause`, async (page): Promise<PageAnswer> => {
    await pauseNeighbour(context, actorOf(page), idOf(page), true)
    return { to: neighbourPath(idOf(page)), flash: 'neighbours.paused' }
  })
  asking(pages, context, `${path}/resume`, {
    ask: async (page) => {
      const { id } = await findNeighbour(context, idOf(page))
      const { neighbours, servers } = page.text
      const effects = [neighbours.flash.resumed]
      return { submit: servers.resume, subject: id, effects, back: neighbourPath(id), isHarmless: true }
    },
    act: async (page) => {
      await pauseNeighbour(context, actorOf(page), idOf(page), false)
      return { to: neighbourPath(idOf(page)), flash: 'neighbours.resumed' }
    },
  })

  admin.post(`${path}/test`, async (page, fields): Promise<PageAnswer> => {
    const { says, problems } = page.text.neighbours
    const player = fields.text('player').trim()
    try {
      const { answer, milliseconds } = await testNeighbour(
        context.neighbours,
        await findNeighbour(context, idOf(page)),
        player,
      )
      if (answer.says === 'no') return show(page, { player, said: says.no(milliseconds) })
      if (answer.says === 'unsure')
        return show(page, { player, said: says.unsure(answer.problem, milliseconds) })
      const said = says.yes(answer.name, hyphenatedUuid(answer.id), milliseconds)
      return show(page, { player, said })
    } catch (error) {
      const refused = declined(page, error, { username_malformed: ['player', problems.name] })
      return show(page, { player, ...refused })
    }
  })

  listedRoutes(pages, context, show)

  asking(pages, context, `${path}/remove`, {
    ask: async (page) => {
      const { account, admin: common, neighbours: words } = page.text
      const { id } = await findNeighbour(context, idOf(page))
      const { visitors, links } = await playersOfNeighbour(context, id)
      const servers = (await listServers(context)).filter(({ neighbours }) => neighbours.includes(id))
      return {
        submit: words.remove,
        subject: id,
        effects: [words.removeAbout, common.deletions.undoable],
        affected: [
          [common.menu.visitors.heading, visitors],
          [account.menu.linked.heading, links],
          [common.menu.servers.heading, named(servers.map(({ title }) => title))],
        ],
        back: neighbourPath(id),
      }
    },
    act: async (page) => {
      await removeNeighbour(context, actorOf(page), idOf(page))
      return { to: neighboursPath, flash: 'neighbours.removed' }
    },
  })
}

async function facts(
  site: Site,
  { text }: SignedInPageContext,
  context: Context,
  neighbour: Neighbour,
): Promise<Html> {
  const { neighbours: words, admin } = text
  const [healthOf, servers] = await Promise.all([neighbourHealth(context), listServers(context)])
  const naming = servers.filter((server) => server.neighbours.includes(neighbour.id))
  const health = healthOf(neighbour.id)
  const { questions, admitted, refused, unsure } = health.lastDay
  const { hasJoined, profile, names } = neighbour.addresses
  const urls =
    neighbour.root === null
      ? [hasJoined, profile, 'bulk' in names ? names.bulk : names.single]
      : [neighbour.root]
  const rows: readonly (readonly [string, HtmlValue])[] = [
    [text.servers.state, stateOf(text, neighbour, naming.length > 0)],
    [words.lastAnswer, lastAnswerOf(text, health)],
    [admin.accounts.created, time(neighbour.createdAt, admin.at(neighbour.createdAt))],
    [words.kind, words.kinds[neighbour.kind]],
  ]
  const wide: readonly (readonly [string, HtmlValue])[] = [
    [
      admin.overview.lastDay,
      [
        [words.questions, questions],
        [words.admitted, admitted],
        [words.refused, refused],
        [words.unsure, unsure],
      ].map(([name, count], at) => html`${at > 0 && ' · '}${name}: ${admin.overview.number(Number(count))}`),
    ],
    [words.addresses, urls.map((url) => html`<code>${url}</code> `)],
    [
      words.redirectUri,
      neighbour.kind === 'authlib-injector' && copyLine(text, redirectUriOf(context, neighbour)),
    ],
    [words.hosts, neighbour.textureHosts.length > 0 && neighbour.textureHosts.join(', ')],
    [
      admin.menu.servers.heading,
      naming.length > 0 &&
        naming
          .slice(0, 20)
          .map(
            ({ name, title }, at) =>
              html`${at > 0 && ', '}<a href="${site.href(serverPath(name))}">${title}</a>`,
          ),
    ],
  ]
  return html`<dl class="facts">
${rows.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>\n`)}
${wide.map(([name, value]) => value !== false && html`<div class="whole"><dt>${name}</dt><dd>${value}</dd></div>\n`)}
</dl>
<p class="hint">${words.lastDay}</p>`
}
