// GET and POST /admin/invites: invite codes.

import { listGroups } from '../../../../domain/community/groups.ts'
import type { Context } from '../../../../domain/context.ts'
import {
  createInvite,
  type Invite,
  listInvites,
  revokeInvite,
} from '../../../../domain/registration/invites.ts'
import { type Html, html } from '../../../../lib/text/html.ts'
import { inviteFields } from '../../../../model/fields/invite.ts'
import { inviteLink } from '../../../../present/invite.ts'
import { actorOf, type SignedInPageContext } from '../../../context/page-context.ts'
import type { Text } from '../../../context/text.ts'
import { form, select } from '../../../form/forms.ts'
import { copyLine } from '../../../layout/copy-line.ts'
import { qrCode } from '../../../layout/qr-code.ts'
import { time } from '../../../layout/time.ts'
import { declined, flashed, type Typed, typedField } from '../../../page/declined.ts'
import type { Page, PageAnswer } from '../../../page/page.ts'
import type { Pages } from '../../../page/page-scope.ts'
import { queryOf } from '../../sign-in/sign-in.ts'
import { asking } from '../asking.ts'
import { askingButton } from '../confirming.ts'
import { endFields, readEndFields, type TypedEnd, typedEnd } from '../end.ts'
import { adminPage, boundsOf, listed, notProved, provingField, provingNote } from '../frame.ts'

const path = '/admin/invites'

const linkOf = (context: Context, code: string): string => inviteLink(code, context.baseUrl())

/** Renders the link as a code to scan. Codes for a whole list would make a large page. */
const linkCard = async (text: Text, link: string): Promise<Html> =>
  html`<section class="card narrow">
<h2>${text.admin.invites.linkHeading}</h2>
<p>${text.admin.invites.linkAbout}</p>
${copyLine(text, link)}
${await qrCode(link, text.links.admin.qrCode)}
</section>`

export function adminInvites(pages: Pages, context: Context): void {
  const { site, forRole } = pages
  const admin = forRole('admin')
  const show = async (
    page: SignedInPageContext,
    typed: Typed<'uses' | 'group'> & TypedEnd = {},
  ): Promise<Page> => {
    const { invites: words, at, never, menu } = page.text.admin
    const groups = await listGroups(context)
    const heads = [words.code, words.left, words.expires, words.group, '']
    const rowOf = ({ id, code, uses: left, waiting, expiresAt, group }: Invite) => [
      html`<div><code>${code}</code>${copyLine(page.text, linkOf(context, code))}
<a href="${site.href(`${path}?show=${id}`)}">${words.showLink}</a></div>`,
      waiting === 0
        ? words.usable(left)
        : html`<span>${words.usable(left)}<br><small>${words.reserved(waiting)}</small></span>`,
      expiresAt === null ? never : time(expiresAt, at(expiresAt)),
      group ?? words.noGroup,
      askingButton(site, {
        action: `${path}/revoke`,
        submit: words.revoke,
        variant: 'quiet',
        hidden: { code },
      }),
    ]
    const invites = await listInvites(context)
    const shown = invites.find(({ id }) => id === queryOf(page, 'show'))
    const mode = context.settings.valueOf('registration')
    const content = html`<p class="lead">${words.about}</p>
${mode !== 'invite' && html`<p class="note">${mode === 'closed' ? words.closed : words.notNeeded}</p>`}
${shown && (await linkCard(page.text, linkOf(context, shown.code)))}
${listed(page, menu.invites.heading, heads, invites, rowOf)}
<section class="card narrow">
${groups.length > 0 && provingNote(page)}
${form(site, page, {
  action: path,
  submit: words.create,
  fields: [
    typedField(typed, 'uses', words.uses, {
      ...boundsOf(inviteFields.uses),
      hint: words.usesHint,
      value: typed.uses ?? '1',
    }),
    endFields(page, typed),
    groups.length > 0 &&
      select({
        name: 'group',
        label: words.group,
        value: typed.group ?? '',
        options: [
          { value: '', label: words.noGroup },
          ...groups.map(({ name, title }) => ({ value: name, label: title })),
        ],
        hint: words.groupHint,
        isInvalid: typed.wrong === 'group',
      }),
    groups.length > 0 && provingField(page, typed.wrong),
  ],
})}
</section>`
    return { ...adminPage(menu.invites.heading, content, typed), scripts: ['copy.js'] }
  }

  admin.get(path, (page) => show(page))

  admin.post(path, async (page, fields): Promise<PageAnswer> => {
    const { admin: words } = page.text
    const typed = { ...fields.trimmed('uses', 'group'), ...typedEnd(fields) }
    const again = (refused: Typed<'group'>) => show(page, { ...typed, ...refused })
    const { end, problem } = readEndFields(page, typed, context.clock())
    if (problem) return again(problem)
    // Members of a group may join where others may not.
    const refusal = typed.group === '' ? undefined : await notProved(context, page, fields)
    if (refusal) return again(refusal)
    try {
      const given = { uses: fields.number('uses'), expiresAt: end, group: typed.group || null }
      const { id } = await createInvite(context, actorOf(page), given)
      return { to: `${path}?show=${id}`, flash: 'admin.inviteCreated' }
    } catch (error) {
      const refused = declined(page, error, {
        'malformed uses': ['uses', words.invites.usesWrong],
        'unknown group': ['group', words.invites.groupWrong],
      })
      return again({ ...refused, ...(refused.wrong === 'group' && { group: '' }) })
    }
  })

  asking(pages, context, `${path}/revoke`, {
    isQuick: true,
    ask: async (page, given) => {
      const { admin: common, layout } = page.text
      const { invites: words, at, never } = common
      const invite = (await listInvites(context)).find(({ code }) => code === given('code'))
      if (!invite) return { to: path, ...(given('code') && { flash: 'admin.inviteGone' as const }) }
      const { code, uses: left, expiresAt, group } = invite
      return {
        submit: words.revoke,
        subject: code,
        effects: [words.revokeAbout, layout.confirm.final],
        affected: [
          [words.left, words.usable(left)],
          [words.expires, expiresAt === null ? never : time(expiresAt, at(expiresAt))],
          [words.group, group ?? false],
        ],
        hidden: { code },
        back: path,
      }
    },
    act: (page, fields) =>
      flashed(path, revokeInvite(context, actorOf(page), fields.text('code')), 'admin.inviteRevoked', {
        'unknown invite': 'admin.inviteGone',
      }),
  })
}
