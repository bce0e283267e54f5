// POST /admin/accounts/{uuid}/groups/add and /remove, and the groups that the account's page shows.
import type { Context } from '../../../domain/context.ts'
import { listGroups } from '../../../domain/groups/groups.ts'
import { addMembers, groupsOf, removeMembers } from '../../../domain/groups/members.ts'
import { type Html, html } from '../../../lib/text/html.ts'
import type { Account } from '../../../model/account.ts'
import { isAdministrator } from '../../../model/role.ts'
import { actorOf, type SignedInPageContext } from '../../context/page-context.ts'
import type { Site } from '../../context/site.ts'
import type { FormFields } from '../../form/form-fields.ts'
import { form, select } from '../../form/forms.ts'
import type { Redirect } from '../../page/page.ts'
import { accountPath } from './accounts.ts'
import { type Declined, declined } from './frame.ts'

/** Undefined where there are no groups at all. */
export async function groupsCard(
  context: Context,
  site: Site,
  page: SignedInPageContext,
  account: Account,
): Promise<Html | undefined> {
  const { groups: words } = page.text
  const path = `${accountPath(account)}/groups`
  const mayChange = isAdministrator(page.account)
  const all = await listGroups(context)
  if (all.length === 0) return undefined
  const names = await groupsOf(context, account)
  const others = all.filter(({ name }) => !names.includes(name))
  const own = all.filter(({ name }) => names.includes(name))
  return html`<section class="card">
<h2>${words.ofPlayer}</h2>
${own.length === 0 && html`<p>${words.noneOfPlayer}</p>`}
${own.map(({ name, title }) =>
  mayChange
    ? form(site, page, {
        action: `${path}/remove`,
        submit: words.remove(title),
        variant: 'quiet',
        hidden: { group: name },
      })
    : html`<p>${title}</p>`,
)}
${
  mayChange &&
  others.length > 0 &&
  form(site, page, {
    action: `${path}/add`,
    submit: words.addTo,
    variant: 'quiet',
    fields: select({
      name: 'group',
      label: words.name,
      value: '',
      options: others.map(({ name, title }) => ({ value: name, label: title })),
    }),
  })
}
</section>`
}

/** Adds the account to a group, or removes it from one, which may have been deleted meanwhile. */
export async function changeGroups(
  context: Context,
  page: SignedInPageContext,
  account: Account,
  fields: FormFields,
  change: 'add' | 'remove',
): Promise<Redirect | Declined> {
  const [write, flash] =
    change === 'add' ? ([addMembers, 'groups.added'] as const) : ([removeMembers, 'groups.removed'] as const)
  try {
    await write(context, actorOf(page), fields.text('group'), [account])
  } catch (error) {
    return declined(page, error, { group_unknown: ['', page.text.groups.problems.unknown] })
  }
  return { to: accountPath(account), flash }
}
