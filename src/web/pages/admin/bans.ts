// GET and POST /admin/bans: networks that may not look up profiles.

import type { Context } from '../../../domain/context.ts'
import { addBan, listBans, removeBan } from '../../../domain/operation/bans.ts'
import { html } from '../../../lib/text/html.ts'
import { Refused } from '../../../model/refusal.ts'
import { actorOf, type SignedInPageContext } from '../../context/page-context.ts'
import { field, form } from '../../form/forms.ts'
import { time } from '../../layout/time.ts'
import type { Page, PageAnswer } from '../../page/page.ts'
import type { Pages } from '../../page/page-scope.ts'
import { endField, readEnd } from './end.ts'
import { adminPage, type Declined, declined, maxListed, table, wrongField } from './frame.ts'

const path = '/admin/bans'

interface Typed extends Declined {
  network?: string
  until?: string
}

export function adminBans({ site, forRole }: Pages, context: Context): void {
  const admin = forRole('admin')
  const show = async (
    page: SignedInPageContext,
    { wrong, network, until, ...answer }: Typed = {},
  ): Promise<Page> => {
    const { bans: words, at, never, none, menu, ...common } = page.text.admin
    const bans = await listBans(context)
    const heads = [words.network, words.since, common.until, words.kind, '']
    const rows = bans.slice(0, maxListed).map((ban) => [
      html`<code>${ban.network}</code>`,
      time(ban.since, at(ban.since)),
      ban.until === undefined ? never : time(ban.until, at(ban.until)),
      ban.isAutomatic ? words.automatic : words.manual,
      form(site, page, {
        action: `${path}/remove`,
        submit: words.remove,
        variant: 'quiet',
        hidden: { network: ban.network },
      }),
    ])
    const content = html`<p class="lead">${words.about}</p>
${rows.length === 0 ? html`<p>${none}</p>` : table(menu.bans.heading, heads, rows)}
${bans.length > maxListed && html`<p class="hint">${common.onlyFirst(maxListed)}</p>`}
<section class="card narrow">
${form(site, page, {
  action: path,
  submit: words.add,
  fields: [
    field({
      name: 'network',
      label: words.network,
      value: network ?? '',
      autocomplete: 'off',
      hint: words.networkHint,
      isInvalid: wrong === 'network',
    }),
    endField(page, until, wrong === 'until'),
  ],
})}
</section>`
    return { ...adminPage(menu.bans.heading, content), ...answer }
  }

  admin.get(path, (page) => show(page))

  admin.post(path, async (page, fields): Promise<PageAnswer> => {
    const { admin: words } = page.text
    const [network, until] = [fields.text('network').trim(), fields.text('until')]
    const end = readEnd(until, context.clock())
    if (end === undefined) return show(page, { ...wrongField('until', words.untilWrong), network, until })
    try {
      await addBan(context, actorOf(page), network, end ?? undefined)
    } catch (error) {
      const problem = declined(page, error, { address_malformed: ['network', words.bans.networkWrong] })
      return show(page, { ...problem, network, until })
    }
    return { to: path, flash: 'admin.banned' }
  })

  admin.get(`${path}/remove`, () => ({ to: path }))
  admin.post(`${path}/remove`, async (page, fields): Promise<PageAnswer> => {
    try {
      await removeBan(context, actorOf(page), fields.text('network'))
    } catch (error) {
      const isGone = error instanceof Refused && /^(ban_unknown|address_malformed)$/.test(error.reason)
      if (!isGone) throw error
      return { to: path, flash: 'admin.banGone' }
    }
    return { to: path, flash: 'admin.unbanned' }
  })
}
