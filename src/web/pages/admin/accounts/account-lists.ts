// An account may have many app passwords and linked accounts: a few are on its page, all on a page of their own; and
// POST /admin/accounts/{uuid}/app-passwords.

import { asLinkedPlayer, bedrockOf } from '../../../../domain/bedrock/links.ts'
import type { Context } from '../../../../domain/context.ts'
import { linkable } from '../../../../domain/identities/linked.ts'
import { linkedPlayers } from '../../../../domain/linking/players.ts'
import {
  type AppPassword,
  listAppPasswords,
  removeAppPassword,
} from '../../../../domain/tokens/app-passwords.ts'
import { type Html, html } from '../../../../lib/text/html.ts'
import type { Account } from '../../../../model/accounts/account.ts'
import { isAdministrator } from '../../../../model/accounts/role.ts'
import { actorOf, type SignedInPageContext } from '../../../context/page-context.ts'
import type { Site } from '../../../context/site.ts'
import type { FormFields } from '../../../form/form-fields.ts'
import { form } from '../../../form/forms.ts'
import { withTime } from '../../../layout/time.ts'
import { flashed } from '../../../page/declined.ts'
import type { Redirect } from '../../../page/page.ts'
import { queryOf } from '../../sign-in/sign-in.ts'
import { linkedList } from './account-linked.ts'
import { accountPath } from './accounts.ts'

/** The number of each that the page of the account has. */
const mostShown = 2

const names = ['linked', 'app-passwords'] as const
type ListName = (typeof names)[number]

async function listsOf(context: Context, site: Site, page: SignedInPageContext, account: Account) {
  const [ofNeighbours, bedrock, { linked }, appPasswords] = await Promise.all([
    linkedPlayers(context, account),
    bedrockOf(context, account),
    linkable(context, account),
    listAppPasswords(context, account),
  ])
  const players = [...ofNeighbours, ...(bedrock ? [asLinkedPlayer(bedrock)] : [])]
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
<summary><h2>${heading}</h2></summary>
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

/** Renders the app passwords with their buttons. */
function appPasswordsList(
  site: Site,
  page: SignedInPageContext,
  account: Account,
  appPasswords: readonly AppPassword[],
): Html {
  const { appPasswords: words } = page.text
  const row = ({ id, name, lastUsedAt }: AppPassword) => {
    const used =
      lastUsedAt === null ? words.unused : withTime(page.language, lastUsedAt, words.usedAt(lastUsedAt))
    return html`<li><div><strong>${name}</strong><p class="hint">${used}</p></div>
<button class="quiet" name="id" value="${id}">${words.remove(name)}</button></li>`
  }
  return form(site, page, {
    action: `${accountPath(account)}/app-passwords`,
    submit: undefined,
    fields: html`<ul class="rows">${appPasswords.map(row)}</ul>`,
  })
}

export function removeFromForm(
  context: Context,
  page: SignedInPageContext,
  account: Account,
  fields: FormFields,
): Promise<Redirect> {
  const work = removeAppPassword(context, actorOf(page), account, fields.text('id'))
  return flashed(accountPath(account), work, 'appPasswords.removed', {
    'unknown app-password': 'appPasswords.gone',
  })
}
