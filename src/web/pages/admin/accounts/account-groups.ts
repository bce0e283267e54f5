// POST /admin/accounts/{uuid}/groups/add and /remove, and the groups that the account's page shows.

import { listGroups } from '../../../../domain/community/groups.ts'
import { addMembers, groupsOf, removeMembers } from '../../../../domain/community/members.ts'
import type { Context } from '../../../../domain/context.ts'
import { type Html, html } from '../../../../lib/text/html.ts'
import type { Account } from '../../../../model/accounts/account.ts'
import type { Group } from '../../../../model/community/group.ts'
import { actorOf, type SignedInPageContext } from '../../../context/page-context.ts'
import type { Site } from '../../../context/site.ts'
import type { Flash } from '../../../context/text.ts'
import type { FormFields } from '../../../form/form-fields.ts'
import { form, select } from '../../../form/forms.ts'
import { declined } from '../../../page/declined.ts'
import type { Redirect } from '../../../page/page.ts'
import { notProved, provingField } from '../frame.ts'
import type { TypedAccount } from './account-forms.ts'
import { accountPath } from './accounts.ts'

/** All groups, as far as the player is in them and as far as not. */
export interface GroupsOfPlayer {
  own: readonly Group[]
  others: readonly Group[]
}

/** A character's groups are those of its account. */
export const noGroups: GroupsOfPlayer = { own: [], others: [] }

export async function groupsOfPlayer(context: Context, account: Account): Promise<GroupsOfPlayer> {
  const [all, names] = await Promise.all([listGroups(context), groupsOf(context, account)])
  const isOwn = ({ name }: Group) => names.includes(name)
  return { own: all.filter(isOwn), others: all.filter((group) => !isOwn(group)) }
}

/** Renders the forms that change the player's groups, folded. Undefined where there are no groups at all. */
export function groupsFold(
  site: Site,
  page: SignedInPageContext,
  account: Account,
  { own, others }: GroupsOfPlayer,
  typed: TypedAccount,
): Html | undefined {
  const { groups: words } = page.text
  const path = `${accountPath(account)}/groups`
  if (own.length + others.length === 0) return undefined
  return html`<details${typed.group !== undefined && html` open`}>
<summary><h2>${words.ofPlayer}</h2></summary>
${own.length === 0 && html`<p>${words.noneOfPlayer}</p>`}
${
  own.length > 0 &&
  form(site, page, {
    action: `${path}/remove`,
    submit: undefined,
    fields: own.map(
      ({ name, title }) =>
        html`<button class="quiet" name="group" value="${name}">${words.remove(title)}</button>\n`,
    ),
  })
}
${
  others.length > 0 &&
  form(site, page, {
    action: `${path}/add`,
    submit: words.addTo,
    variant: 'quiet',
    fields: [
      select({
        name: 'group',
        label: page.text.admin.invites.group,
        value: typed.group ?? '',
        options: others.map(({ name, title }) => ({ value: name, label: title })),
      }),
      provingField(page, typed.group === undefined ? undefined : typed.wrong, 'group-'),
    ],
  })
}
</details>`
}

/** Adds the account to a group, or removes it from one, which may have been deleted meanwhile. */
export async function changeGroups(
  context: Context,
  page: SignedInPageContext,
  account: Account,
  fields: FormFields,
  change: 'add' | 'remove',
): Promise<Redirect | TypedAccount> {
  const group = fields.text('group')
  // Members of a group may join, and sign in, where others may not.
  const refusal = change === 'add' ? await notProved(context, page, fields) : undefined
  if (refusal) return { ...refusal, group }
  const write = change === 'add' ? addMembers : removeMembers
  try {
    await write(context, actorOf(page), group, [account])
  } catch (error) {
    return declined(page, error, { 'unknown group': ['', page.text.groups.problems.unknown] })
  }
  return { to: accountPath(account), flash: flashOf(change, account) }
}

/** Members are accounts: of a character, its account is meant. */
function flashOf(change: 'add' | 'remove', { ownerId }: Account): Flash {
  if (change === 'add') return ownerId === undefined ? 'groups.added' : 'groups.addedOwner'
  return ownerId === undefined ? 'groups.removed' : 'groups.removedOwner'
}
