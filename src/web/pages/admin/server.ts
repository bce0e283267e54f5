// GET /admin/servers/{name} and its POSTs: one game server, its root and its removal.
import type { Context } from '../../../domain/context.ts'
import { shownRoot } from '../../../domain/servers/keys.ts'
import {
  findServer,
  pauseServer,
  playersOfDay,
  removeServer,
  setServer,
} from '../../../domain/servers/servers.ts'
import { html } from '../../../lib/text/html.ts'
import { isServerName } from '../../../model/game-server.ts'
import { form } from '../../form/forms.ts'
import type { Page, PageAnswer } from '../../page/page.ts'
import type { Pages } from '../../page/page-scope.ts'
import { actorOf, type SignedInVisit } from '../../visit/visit.ts'
import { adminPage, declined, notProved } from './frame.ts'
import { rootForm, rotate } from './server-root.ts'
import {
  groupsOf,
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

  const show = async (visit: SignedInVisit, typed: TypedServer = {}): Promise<Page> => {
    const { servers: words, admin: common } = visit.text
    const server = await findServer(context, nameOf(visit))
    const at = serverPath(server.name)
    const facts = [
      [words.name, server.name],
      [words.state, server.isPaused ? words.paused : words.open],
      [words.lastAsked, server.lastAskedAt === null ? common.never : common.at(server.lastAskedAt)],
      [words.players, words.count(await playersOfDay(context, server.name))],
    ]
    const content = html`<section class="card">
<dl class="facts">
${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}
<div><dt>${words.root}</dt><dd><code>${await shownRoot(context, server.id)}</code></dd></div>
</dl>
<p class="hint">${words.rootAbout}</p>
${form(site, visit, {
  action: `${at}/${server.isPaused ? 'resume' : 'pause'}`,
  submit: server.isPaused ? words.resume : words.pause,
  variant: 'quiet',
})}
</section>
<section class="card narrow">
<h2>${words.change}</h2>
${form(site, visit, {
  action: at,
  submit: words.save,
  fields: serverFields(visit, {
    title: server.title,
    address: server.address ?? '',
    groups: server.groups.join('\n'),
    ...typed,
  }),
})}
</section>
<section class="card narrow">
<p>${words.rotateAbout}</p>
<p>${words.removeAbout}</p>
${rootForm(site, visit, server.name, typed)}
</section>`
    const { status, alert, retryAfter } = typed
    return {
      ...adminPage(server.title, content),
      ...(status !== undefined && { status, alert, retryAfter }),
    }
  }

  admin.get(path, (visit) => show(visit))
  admin.get(`${path}/*`, (visit) => ({ to: serverPath(nameOf(visit)) }))

  admin.post(path, async (visit, fields): Promise<PageAnswer> => {
    const name = nameOf(visit)
    const typed = readServer(fields)
    try {
      await setServer(context, actorOf(visit), name, {
        title: typed.title || name,
        address: typed.address || null,
        groups: groupsOf(typed.groups),
      })
      return { to: serverPath(name), said: 'servers.changed' }
    } catch (error) {
      return show(visit, { ...typed, ...declined(visit, error, serverProblems(visit.text)) })
    }
  })

  for (const [action, isPaused, said] of [
    ['pause', true, 'servers.paused'],
    ['resume', false, 'servers.resumed'],
  ] as const) {
    admin.post(`${path}/${action}`, async (visit): Promise<PageAnswer> => {
      await pauseServer(context, actorOf(visit), nameOf(visit), isPaused)
      return { to: serverPath(nameOf(visit)), said }
    })
  }

  admin.post(`${path}/rotate`, async (visit, fields): Promise<PageAnswer> => {
    const refusal = await rotate(context, visit, nameOf(visit), fields)
    if (refusal) return show(visit, refusal)
    return { to: serverPath(nameOf(visit)), said: 'servers.rotated' }
  })

  admin.post(`${path}/remove`, async (visit, fields): Promise<PageAnswer> => {
    const refusal = await notProved(context, visit, fields)
    if (refusal) return show(visit, refusal)
    await removeServer(context, actorOf(visit), nameOf(visit))
    return { to: serversPath, said: 'servers.removed' }
  })
}

/** Returns an empty string if the path can't contain a server name. */
function nameOf({ request }: SignedInVisit): string {
  const { name = '' } = request.params as Record<string, string>
  return isServerName(name) ? name : ''
}
