// POST /admin/accounts/{uuid}/groups/add and /remove, and the groups that the account's page shows.
import { accountById } from '../../../domain/accounts/find.ts'
import type { Context } from '../../../domain/context.ts'
import { listGroups } from '../../../domain/groups/groups.ts'
import { addMembers, groupsOf, removeMembers } from '../../../domain/groups/members.ts'
import { parseUuid } from '../../../lib/crypto/uuid.ts'
import { type Html, html } from '../../../lib/text/html.ts'
import type { Account } from '../../../model/account.ts'
import { isAdministrator } from '../../../model/role.ts'
import { actorOf, type SignedInPageContext } from '../../context/page-context.ts'
import type { Site } from '../../context/site.ts'
import { form, select } from '../../form/forms.ts'
import type { PageAnswer } from '../../page/page.ts'
import type { Pages } from '../../page/page-scope.ts'
import { accountPath } from './accounts.ts'

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

export function adminAccountGroups({ forRole }: Pages, context: Context): void {
  const admin = forRole('admin')
  const path = '/admin/accounts/:id/groups'
  const accountOf = ({ request }: SignedInPageContext) => {
    const { id = '' } = request.params as Record<string, string>
    return accountById(context, parseUuid(id) ?? '')
  }

  admin.post(`${path}/add`, async (page, fields): Promise<PageAnswer> => {
    const account = await accountOf(page)
    await addMembers(context, actorOf(page), fields.text('group'), [account])
    return { to: accountPath(account), flash: 'groups.added' }
  })

  admin.post(`${path}/remove`, async (page, fields): Promise<PageAnswer> => {
    const account = await accountOf(page)
    await removeMembers(context, actorOf(page), fields.text('group'), [account])
    return { to: accountPath(account), flash: 'groups.removed' }
  })
}
