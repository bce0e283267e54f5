// An account may have many app passwords and linked accounts: a few are on its page, all on a page of their own.
import type { Context } from '../../../../domain/context.ts'
import { linkable } from '../../../../domain/identities/linked.ts'
import { linkedPlayers } from '../../../../domain/linking/players.ts'
import { listAppPasswords } from '../../../../domain/tokens/app-passwords.ts'
import { type Html, html } from '../../../../lib/text/html.ts'
import type { Account } from '../../../../model/accounts/account.ts'
import { isAdministrator } from '../../../../model/accounts/role.ts'
import type { SignedInPageContext } from '../../../context/page-context.ts'
import type { Site } from '../../../context/site.ts'
import { queryOf } from '../../sign-in/sign-in.ts'
import { appPasswordsList } from './account-app-passwords.ts'
import { linkedList } from './account-linked.ts'
import { accountPath } from './accounts.ts'

/** The number of each that the page of the account has. */
const mostShown = 2

const names = ['linked', 'app-passwords'] as const
type ListName = (typeof names)[number]

async function listsOf(context: Context, site: Site, page: SignedInPageContext, account: Account) {
  const [players, { linked }, appPasswords] = await Promise.all([
    linkedPlayers(context, account),
    linkable(context, account),
    listAppPasswords(context, account),
  ])
  const lists: Record<ListName, { count: number; render: () => Html }> = {
    linked: {
      count: players.length + linked.length,
      render: () => linkedList(site, page, account, players, linked),
    },
    'app-passwords': {
      count: appPasswords.length,
      render: () => appPasswordsList(site, page, account, appPasswords),
    },
  }
  return lists
}

/** Renders both lists folded, or a link to the page of one that is long. */
export async function listFolds(
  context: Context,
  site: Site,
  page: SignedInPageContext,
  account: Account,
): Promise<Html[]> {
  const { menu } = page.text.account
  const lists = await listsOf(context, site, page, account)
  return names.map((name) => {
    const { count, render } = lists[name]
    const { heading } = menu[name]
    if (count > mostShown) {
      const all = site.href(`${accountPath(account)}?list=${name}`)
      return html`<p><a href="${all}">${heading}: ${String(count)}</a></p>`
    }
    return html`${
      count > 0 &&
      html`<details>
<summary>${heading}</summary>
${render()}
</details>`
    }`
  })
}

/** Renders the list that the address names, alone; undefined if it names none, or to moderators. */
export async function wholeList(
  context: Context,
  site: Site,
  page: SignedInPageContext,
  account: Account,
): Promise<Html | undefined> {
  const name = names.find((each) => each === queryOf(page, 'list'))
  if (name === undefined || !isAdministrator(page.account)) return undefined
  const { count, render } = (await listsOf(context, site, page, account))[name]
  if (count === 0) return undefined
  return html`<section class="card">
<h2>${page.text.account.menu[name].heading}</h2>
${render()}
<p><a href="${site.href(accountPath(account))}">${account.username}</a></p>
</section>`
}
