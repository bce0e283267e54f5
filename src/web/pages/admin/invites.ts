// GET and POST /admin/invites: invite codes.
import type { Context } from '../../../domain/context.ts'
import { listGroups } from '../../../domain/groups/groups.ts'
import { createInvite, listInvites, revokeInvite } from '../../../domain/registration/invites.ts'
import { html } from '../../../lib/text/html.ts'
import { Refused } from '../../../model/refusal.ts'
import { actorOf, type SignedInPageContext } from '../../context/page-context.ts'
import { field, form, select } from '../../form/forms.ts'
import { copyLine } from '../../layout/copy-line.ts'
import { time } from '../../layout/time.ts'
import type { Page, PageAnswer } from '../../page/page.ts'
import type { Pages } from '../../page/page-scope.ts'
import { endField, readEnd } from './end.ts'
import { adminPage, type Declined, declined, maxListed, table, wrongField } from './frame.ts'

const path = '/admin/invites'
const maxUses = 1_000_000

interface Typed extends Declined {
  group?: string
  uses?: string
  until?: string
}

export function adminInvites({ site, forRole }: Pages, context: Context): void {
  const admin = forRole('admin')
  const show = async (
    page: SignedInPageContext,
    { wrong, uses, until, group, ...answer }: Typed = {},
  ): Promise<Page> => {
    const { invites: words, at, never, none, menu, ...common } = page.text.admin
    const invites = await listInvites(context)
    const groups = await listGroups(context)
    const heads = [words.code, words.address, words.left, words.expires, words.group, '']
    const rows = invites.slice(0, maxListed).map(({ code, uses: left, expiresAt, group: ofInvite }) => [
      html`<code>${code}</code>`,
      copyLine(page.text, `${context.baseUrl()}/register?invite=${code}`),
      words.usable(left),
      expiresAt === null ? never : time(expiresAt, at(expiresAt)),
      ofInvite ?? words.noGroup,
      form(site, page, {
        action: `${path}/revoke`,
        submit: words.revoke,
        variant: 'quiet',
        hidden: { code },
      }),
    ])
    const content = html`<p class="lead">${words.about}</p>
${context.config.registration !== 'invite' && html`<p class="note">${words.notNeeded}</p>`}
${rows.length === 0 ? html`<p>${none}</p>` : table(menu.invites.heading, heads, rows)}
${invites.length > maxListed && html`<p class="hint">${common.onlyFirst(maxListed)}</p>`}
<section class="card narrow">
${form(site, page, {
  action: path,
  submit: words.create,
  fields: [
    field({
      name: 'uses',
      label: words.uses,
      value: uses ?? '1',
      inputmode: 'numeric',
      autocomplete: 'off',
      hint: words.usesHint,
      isInvalid: wrong === 'uses',
    }),
    endField(page, until, wrong === 'until'),
    groups.length > 0 &&
      select({
        name: 'group',
        label: words.group,
        value: group ?? '',
        options: [
          { value: '', label: words.noGroup },
          ...groups.map(({ name, title }) => ({ value: name, label: title })),
        ],
        isInvalid: wrong === 'group',
      }),
    groups.length > 0 && html`<p class="hint">${words.groupHint}</p>`,
  ],
})}
</section>`
    return { ...adminPage(menu.invites.heading, content), scripts: ['copy.js'], ...answer }
  }

  admin.get(path, (page) => show(page))

  admin.post(path, async (page, fields): Promise<PageAnswer> => {
    const { admin: words } = page.text
    const [uses, until, group] = [fields.text('uses').trim(), fields.text('until'), fields.text('group')]
    const count = /^\d{1,7}$/.test(uses) ? Number(uses) : 0
    if (count < 1 || count > maxUses) {
      return show(page, { ...wrongField('uses', words.invites.usesWrong), uses, until, group })
    }
    const expiresAt = readEnd(until, context.clock())
    if (expiresAt === undefined) {
      return show(page, { ...wrongField('until', words.untilWrong), uses, until, group })
    }
    try {
      await createInvite(context, actorOf(page), { uses: count, expiresAt, group: group || null })
    } catch (error) {
      const refused = declined(page, error, { group_unknown: ['group', words.invites.groupWrong] })
      return show(page, { ...refused, uses, until })
    }
    return { to: path, flash: 'admin.inviteCreated' }
  })

  admin.get(`${path}/revoke`, () => ({ to: path }))
  admin.post(`${path}/revoke`, async (page, fields): Promise<PageAnswer> => {
    try {
      await revokeInvite(context, actorOf(page), fields.text('code'))
    } catch (error) {
      if (!(error instanceof Refused && error.reason === 'invite_unknown')) throw error
      return { to: path, flash: 'admin.inviteGone' }
    }
    return { to: path, flash: 'admin.inviteRevoked' }
  })
}
