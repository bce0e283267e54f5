// GET /admin/servers/{name} and its POSTs: one game server, its root and its removal.

import { missingGroups } from '../../../../domain/community/groups.ts'
import { shownRoot } from '../../../../domain/community/server-keys.ts'
import {
  findServer,
  pauseServer,
  playersOfDay,
  removeServer,
  setServer,
} from '../../../../domain/community/servers.ts'
import type { Context } from '../../../../domain/context.ts'
import { listNeighbours } from '../../../../domain/neighbours/neighbours.ts'
import { serverSetup } from '../../../../http/paths/client-setup.ts'
import { html } from '../../../../lib/text/html.ts'
import { isServerName } from '../../../../model/community/game-server.ts'
import { actorOf, type SignedInPageContext } from '../../../context/page-context.ts'
import { form } from '../../../form/forms.ts'
import { copyLine } from '../../../layout/copy-line.ts'
import { serverLines } from '../../../layout/game-servers.ts'
import { time } from '../../../layout/time.ts'
import type { Page, PageAnswer } from '../../../page/page.ts'
import type { Pages } from '../../../page/page-scope.ts'
import { pathParameter } from '../../../page/path-parameter.ts'
import { adminPage, declined, notProved } from '../frame.ts'
import { type Answers, answerFields, hasAnswers, readAnswers } from './server-answers.ts'
import { rootForm, rotate } from './server-root.ts'
import {
  policyOf,
  readServer,
  serverFields,
  serverPath,
  serverProblems,
  serversPath,
  type TypedServer,
} from './servers.ts'

export function adminServer({ site, forRole }: Pages, context: Context): void {
  const admin = forRole('admin')
  const path = serverPath(':name')

  const show = async (
    page: SignedInPageContext,
    typed: TypedServer & { answers?: Answers } = {},
  ): Promise<Page> => {
    const { servers: words, admin: common } = page.text
    const server = await findServer(context, nameOf(page))
    const at = serverPath(server.name)
    const root = await shownRoot(context, server.id)
    const setup = serverSetup(root)
    const gone = await missingGroups(context.db, server.groups)
    const neighbours = await listNeighbours(context)
    const facts = [
      [words.name, server.name],
      [words.state, server.isPaused ? words.paused : words.open],
      [
        words.lastAsked,
        server.lastAskedAt === null
          ? common.never
          : time(server.lastAskedAt, common.at(server.lastAskedAt), 'ago'),
      ],
      [words.players, words.count(await playersOfDay(context, server.name))],
    ]
    const content = html`${gone.length > 0 && html`<p class="note">${words.gone(gone.join(', '))}</p>`}
<section class="card">
<dl class="facts">
${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}
<div class="whole"><dt>${words.root}</dt><dd>${copyLine(page.text, root)}</dd></div>
</dl>
<p>${page.text.home.servers.short}</p>
${copyLine(page.text, setup.javaAgent)}
<p class="hint">${words.rootAbout}</p>
<details>
<summary>${page.text.home.servers.all}</summary>
${serverLines(page.text, setup)}
</details>
${form(site, page, {
  action: `${at}/${server.isPaused ? 'resume' : 'pause'}`,
  submit: server.isPaused ? words.resume : words.pause,
  variant: 'quiet',
})}
</section>
<section class="card narrow">
<h2>${words.change}</h2>
${form(site, page, {
  action: at,
  submit: words.save,
  hidden: hasAnswers,
  fields: [
    serverFields(
      page,
      {
        title: server.title,
        address: server.address ?? '',
        groups: server.groups.join('\n'),
        who: server.visitorsWho ?? '',
        neighbours: server.neighbours,
        ...typed,
      },
      neighbours,
    ),
    answerFields(page, { ...server, ...typed.answers }, neighbours.length > 0),
  ],
})}
</section>
<details class="card"${isProving(typed) && html` open`}>
<summary>${words.rotate}, ${words.remove}</summary>
<p>${words.rotateAbout}</p>
<p>${words.removeAbout}</p>
${rootForm(site, page, server.name, typed)}
</details>`
    return { ...adminPage(server.title, content, typed), scripts: ['copy.js'] }
  }

  admin.get(path, (page) => show(page))
  admin.get(`${path}/*`, (page) => ({ to: serverPath(nameOf(page)) }))

  admin.post(path, async (page, fields): Promise<PageAnswer> => {
    const name = nameOf(page)
    const typed = { ...readServer(fields), answers: readAnswers(fields) }
    try {
      await setServer(context, actorOf(page), name, {
        title: typed.title || name,
        address: typed.address || null,
        ...policyOf(typed, fields),
        ...typed.answers,
      })
      return { to: serverPath(name), flash: 'servers.changed' }
    } catch (error) {
      return show(page, { ...typed, ...declined(page, error, serverProblems(page.text)) })
    }
  })

  for (const [action, isPaused, flash] of [
    ['pause', true, 'servers.paused'],
    ['resume', false, 'servers.resumed'],
  ] as const) {
    admin.post(`${path}/${action}`, async (page): Promise<PageAnswer> => {
      await pauseServer(context, actorOf(page), nameOf(page), isPaused)
      return { to: serverPath(nameOf(page)), flash }
    })
  }

  admin.post(`${path}/rotate`, async (page, fields): Promise<PageAnswer> => {
    const refusal = await rotate(context, page, nameOf(page), fields)
    if (refusal) return show(page, refusal)
    return { to: serverPath(nameOf(page)), flash: 'servers.rotated' }
  })

  admin.post(`${path}/remove`, async (page, fields): Promise<PageAnswer> => {
    const refusal = await notProved(context, page, fields)
    if (refusal) return show(page, { ...refusal, ...fields.trimmed('grace') })
    await removeServer(context, actorOf(page), nameOf(page))
    return { to: serversPath, flash: 'servers.removed' }
  })
}

/** Returns true if a new root or the removal was declined. */
const isProving = ({ grace, wrong }: TypedServer): boolean =>
  grace !== undefined || wrong === 'current' || wrong === 'code'

/** Returns an empty string if the path can't contain a server name. */
function nameOf(page: SignedInPageContext): string {
  const name = pathParameter(page, 'name')
  return isServerName(name) ? name : ''
}
