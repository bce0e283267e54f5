// POST /admin/accounts/{uuid}/groups/add and /remove, and the groups that the account's page shows.
import { accountById } from '../../../domain/accounts/find.ts'
import type { Context } from '../../../domain/context.ts'
import { listGroups } from '../../../domain/groups/groups.ts'
import { addMembers, groupsOf, removeMembers } from '../../../domain/groups/members.ts'
import { parseUuid } from '../../../lib/crypto/uuid.ts'
import { type Html, html } from '../../../lib/text/html.ts'
import type { Account } from '../../../model/account.ts'
import { isAdministrator } from '../../../model/role.ts'
import { form, select } from '../../form/forms.ts'
import type { PageAnswer } from '../../page/page.ts'
import type { Pages } from '../../page/page-scope.ts'
import type { Site } from '../../visit/site.ts'
import { actorOf, type SignedInVisit } from '../../visit/visit.ts'
import { accountPath } from './accounts.ts'

/** Undefined where there are no groups at all. */
export async function groupsCard(
  context: Context,
  site: Site,
  visit: SignedInVisit,
  account: Account,
): Promise<Html | undefined> {
  const { groups: words } = visit.text
  const path = `${accountPath(account)}/groups`
  const mayChange = isAdministrator(visit.account)
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
    ? form(site, visit, {
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
  form(site, visit, {
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
  const accountOf = ({ request }: SignedInVisit) => {
    const { id = '' } = request.params as Record<string, string>
    return accountById(context, parseUuid(id) ?? '')
  }

  admin.post(`${path}/add`, async (visit, fields): Promise<PageAnswer> => {
    const account = await accountOf(visit)
    await addMembers(context, actorOf(visit), fields.text('group'), [account])
    return { to: accountPath(account), said: 'groups.added' }
  })

  admin.post(`${path}/remove`, async (visit, fields): Promise<PageAnswer> => {
    const account = await accountOf(visit)
    await removeMembers(context, actorOf(visit), fields.text('group'), [account])
    return { to: accountPath(account), said: 'groups.removed' }
  })
}
