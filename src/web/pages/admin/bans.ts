// GET and POST /admin/bans: networks that may not look up profiles.

import type { Context } from '../../../domain/context.ts'
import { addBan, type Ban, listBans, removeBan } from '../../../domain/operation/bans.ts'
import { html } from '../../../lib/text/html.ts'
import { actorOf, type SignedInPageContext } from '../../context/page-context.ts'
import { form } from '../../form/forms.ts'
import { time } from '../../layout/time.ts'
import { declined, flashed, type Typed, typedField } from '../../page/declined.ts'
import type { Page, PageAnswer } from '../../page/page.ts'
import type { Pages } from '../../page/page-scope.ts'
import { endFields, readEndFields, type TypedEnd, typedEnd } from './end.ts'
import { adminPage, listed } from './frame.ts'

const path = '/admin/bans'

export function adminBans({ site, forRole }: Pages, context: Context): void {
  const admin = forRole('admin')
  const show = async (page: SignedInPageContext, typed: Typed<'network'> & TypedEnd = {}): Promise<Page> => {
    const { bans: words, at, never, menu, until } = page.text.admin
    const heads = [words.network, words.since, until, words.kind, '']
    const rowOf = (ban: Ban) => [
      html`<code>${ban.network}</code>`,
      time(ban.since, at(ban.since)),
      ban.until === null ? never : time(ban.until, at(ban.until)),
      ban.isAutomatic ? words.automatic : words.manual,
      form(site, page, {
        action: `${path}/remove`,
        submit: words.remove,
        variant: 'quiet',
        hidden: { network: ban.network },
      }),
    ]
    const content = html`<p class="lead">${words.about}</p>
${listed(page, menu.bans.heading, heads, await listBans(context), rowOf)}
<section class="card narrow">
${form(site, page, {
  action: path,
  submit: words.add,
  fields: [typedField(typed, 'network', words.network, { hint: words.networkHint }), endFields(page, typed)],
})}
</section>`
    return adminPage(menu.bans.heading, content, typed)
  }

  admin.get(path, (page) => show(page))

  admin.post(path, async (page, fields): Promise<PageAnswer> => {
    const { admin: words } = page.text
    const typed = { ...fields.trimmed('network'), ...typedEnd(fields) }
    const { end, problem } = readEndFields(page, typed, context.clock())
    if (problem) return show(page, { ...problem, ...typed })
    try {
      await addBan(context, actorOf(page), typed.network, { until: end })
    } catch (error) {
      const problem = declined(page, error, { 'malformed ip': ['network', words.bans.networkWrong] })
      return show(page, { ...problem, ...typed })
    }
    return { to: path, flash: 'admin.banned' }
  })

  admin.get(`${path}/remove`, () => ({ to: path }))
  admin.post(`${path}/remove`, (page, fields) =>
    flashed(path, removeBan(context, actorOf(page), fields.text('network')), 'admin.unbanned', {
      'unknown ban': 'admin.banGone',
      'malformed ip': 'admin.banGone',
    }),
  )
}
