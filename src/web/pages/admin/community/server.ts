// GET /admin/servers/{name} and its POSTs: one game server, its root and its removal.

import { missingGroups } from '../../../../domain/community/groups.ts'
import { findServer, pauseServer, playersOfDay, setServer } from '../../../../domain/community/servers.ts'
import type { Context } from '../../../../domain/context.ts'
import { listNeighbours } from '../../../../domain/neighbours/neighbours.ts'
import { html } from '../../../../lib/text/html.ts'
import { actorOf, type SignedInPageContext } from '../../../context/page-context.ts'
import { form } from '../../../form/forms.ts'
import { time } from '../../../layout/time.ts'
import { declined } from '../../../page/declined.ts'
import type { Page, PageAnswer } from '../../../page/page.ts'
import type { Pages } from '../../../page/page-scope.ts'
import { asking, provedButton } from '../asking.ts'
import { adminPage, notProved, provingField, provingNote } from '../frame.ts'
import { answerFields, hasAnswers, readAnswers } from './server-answers.ts'
import { fileFields, readFiles, typedFiles } from './server-launchers.ts'
import { endForms, nameOf, rootCard, rootRoutes } from './server-root.ts'
import { serverSteps } from './server-steps.ts'
import {
  policyOf,
  readServer,
  serverInputs,
  serverPath,
  serverProblems,
  type TypedServer,
} from './servers.ts'

export function adminServer(pages: Pages, context: Context): void {
  const { site, forRole } = pages
  const admin = forRole('admin')
  const path = serverPath(':name')

  const show = async (page: SignedInPageContext, typed: TypedServer = {}): Promise<Page> => {
    const { servers: words, admin: common } = page.text
    const server = await findServer(context, nameOf(page))
    const at = serverPath(server.name)
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
${await serverSteps(context, site, page, server)}<section class="card">
<dl class="facts">
${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}
</dl>
${
  server.isPaused
    ? provedButton(site, page, { action: `${at}/resume`, submit: words.resume })
    : form(site, page, { action: `${at}/pause`, submit: words.pause, variant: 'quiet' })
}
</section>
${await rootCard(context, site, page, server)}
<section class="card narrow">
<h2>${words.change}</h2>
${provingNote(page)}
${form(site, page, {
  action: at,
  submit: words.save,
  hidden: hasAnswers,
  fields: [
    serverInputs(
      page,
      {
        title: server.title,
        address: server.address ?? '',
        groups: server.groups.join('\n'),
        who: server.who ?? '',
        neighbours: server.neighbours,
        ...typed,
      },
      neighbours,
    ),
    fileFields(page, { ...typedFiles(server), ...typed }),
    answerFields(page, { ...server, ...typed.answers }, neighbours.length > 0),
    provingField(page, typed.wrong),
  ],
})}
</section>
<details class="card">
<summary>${words.rotate}, ${words.remove}</summary>
${endForms(site, page, server.name)}
</details>`
    return { ...adminPage(server.title, content, typed), scripts: ['copy.js'] }
  }

  admin.get(path, (page) => show(page))
  admin.get(`${path}/*`, (page) => ({ to: serverPath(nameOf(page)) }))

  admin.post(path, async (page, fields): Promise<PageAnswer> => {
    const name = nameOf(page)
    const typed = {
      ...readServer(fields),
      ...(fields.has('gameVersion') && fields.trimmed('gameVersion', 'loader', 'mods')),
      answers: readAnswers(fields),
    }
    const refusal = await notProved(context, page, fields)
    if (refusal) return show(page, { ...typed, ...refusal })
    try {
      await setServer(context, actorOf(page), name, {
        title: typed.title || name,
        address: typed.address || null,
        ...policyOf(typed, fields),
        ...typed.answers,
        ...readFiles(fields),
      })
      return { to: serverPath(name), flash: 'servers.changed' }
    } catch (error) {
      return show(page, { ...typed, ...declined(page, error, serverProblems(page.text)) })
    }
  })

  // Pausing has to be quick.
  admin.post(`${path}/pause`, async (page): Promise<PageAnswer> => {
    await pauseServer(context, actorOf(page), nameOf(page), true)
    return { to: serverPath(nameOf(page)), flash: 'servers.paused' }
  })
  asking(pages, context, `${path}/resume`, {
    ask: async (page) => {
      const { name, title } = await findServer(context, nameOf(page))
      const { resume, flash } = page.text.servers
      return {
        submit: resume,
        subject: title,
        effects: [flash.resumed],
        back: serverPath(name),
        isHarmless: true,
      }
    },
    act: async (page) => {
      await pauseServer(context, actorOf(page), nameOf(page), false)
      return { to: serverPath(nameOf(page)), flash: 'servers.resumed' }
    },
  })
  rootRoutes(pages, context)
}
