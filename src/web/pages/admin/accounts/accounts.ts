// GET /admin/accounts: all accounts, or those that match part of a name, an email address or a UUID; POST creates one.
import {
  accountStates,
  type FoundAccounts,
  isShort,
  numberOfAccounts,
  searchAccounts,
} from '../../../../domain/accounts/search.ts'
import { type Relations, relationsOf } from '../../../../domain/characters/relations.ts'
import type { Context } from '../../../../domain/context.ts'
import { type Html, html } from '../../../../lib/text/html.ts'
import type { Account } from '../../../../model/accounts/account.ts'
import { isAdministrator } from '../../../../model/accounts/role.ts'
import { rowsAtOnce } from '../../../../model/records/lists.ts'
import type { SignedInPageContext } from '../../../context/page-context.ts'
import type { Site } from '../../../context/site.ts'
import type { Text } from '../../../context/text.ts'
import { field, searchForm, select } from '../../../form/forms.ts'
import { portrait } from '../../../layout/portrait.ts'
import { time } from '../../../layout/time.ts'
import type { Page, PageAnswer } from '../../../page/page.ts'
import type { Pages } from '../../../page/page-scope.ts'
import { queryOf } from '../../sign-in/sign-in.ts'
import { adminPage, table } from '../frame.ts'
import { listedEmail } from '../masked.ts'
import { createFromForm, newAccountForm, type TypedAccount } from './new-account.ts'

const path = '/admin/accounts'

export function adminAccounts({ site, forRole }: Pages, context: Context): void {
  const show = async (page: SignedInPageContext, typed: TypedAccount = {}): Promise<Page> => {
    const isNew = queryOf(page, 'new') !== '' || typed.status !== undefined
    if (isNew && isAdministrator(page.account))
      return adminPage(page.text.admin.menu.accounts.heading, newAccountForm(site, page, typed), typed)
    const text = queryOf(page, 'q')
    const state = accountStates.find((known) => known === queryOf(page, 'state'))
    const found = await searchAccounts(context, {
      text,
      state,
      isOfNames: !isAdministrator(page.account),
      after: queryOf(page, 'after') || undefined,
      before: queryOf(page, 'before') || undefined,
      limit: rowsAtOnce.accountsPage,
    })
    const { accounts: words, menu } = page.text.admin
    const content = html`${searchForm(site, {
      action: path,
      submit: words.search,
      fields: [
        field({
          name: 'q',
          label: words.search,
          type: 'search',
          value: text,
          autocomplete: 'off',
          hint: isAdministrator(page.account) ? words.searchHint : words.searchHintNames,
          optional: true,
        }),
        select({ name: 'state', label: words.state, value: state ?? '', options: stateOptions(page.text) }),
      ],
    })}
${text === '' && state === undefined && total(page.text, await numberOfAccounts(context))}
${isAdministrator(page.account) && isLong(found) && html`<p><a href="${site.href(`${path}?new=1`)}">${words.newOne}</a></p>`}
${remark(page, text, found)}
${found.accounts.length > 0 && list(site, page, found.accounts, await relationsOf(context, found.accounts))}
${pager(site, page, { q: text, state: state ?? '' }, found)}
${isAdministrator(page.account) && !isLong(found) && newAccountForm(site, page, typed)}`
    return adminPage(menu.accounts.heading, content)
  }

  forRole('moderator').get(path, (page) => show(page))

  forRole('admin').post(path, async (page, fields): Promise<PageAnswer> => {
    const made = await createFromForm(context, page, fields)
    return 'id' in made ? { to: accountPath(made), flash: 'admin.accountCreated' } : show(page, made)
  })
}

/** A form below more rows than these is out of sight, and has a page of its own. */
const manyListed = 8

const isLong = ({ accounts }: FoundAccounts): boolean => accounts.length > manyListed

function remark({ text }: SignedInPageContext, typed: string, found: FoundAccounts): Html | undefined {
  const { accounts: words } = text.admin
  if (found.isByBeginning) {
    return html`<p class="note">${isShort(typed) ? words.byBeginning : words.onlyBeginnings}</p>`
  }
  return found.accounts.length === 0 ? html`<p role="status">${words.nothing}</p>` : undefined
}

const stateOptions = ({ admin: { accounts: words } }: Text) => [
  { value: '', label: words.anyState },
  ...accountStates.map((value) => ({
    value,
    label: value === 'roles' ? words.withRole : words.states[value],
  })),
]

function total(
  { admin: { accounts: words } }: Text,
  { count, isMore }: Awaited<ReturnType<typeof numberOfAccounts>>,
): Html {
  return html`<p class="hint">${isMore ? words.totalMore(count) : words.total(count)}</p>`
}

function list(
  site: Site,
  { account: viewer, text }: SignedInPageContext,
  accounts: readonly Account[],
  relations: readonly Relations[],
): Html {
  const { accounts: words, at, menu, utc } = text.admin
  const heads = [words.username, words.email, words.created, words.state]
  const rows = accounts.map((account, place) => {
    const { owner, isSuspended } = relations[place] ?? {}
    return [
      html`<a class="faced" href="${site.href(accountPath(account))}">${account.deletesAt === undefined && portrait(site, account, 'face', 20)}${account.username}</a>${owner && html` <small>${words.of(owner.username)}</small>`}`,
      listedEmail(viewer, account),
      time(account.createdAt, at(account.createdAt)),
      stateOf(words, account, isSuspended),
    ]
  })
  return html`${table(menu.accounts.heading, heads, rows)}
<p class="hint" data-utc>${utc}</p>`
}

export const accountPath = ({ id }: Pick<Account, 'id'>): string => `${path}/${id}`

/** Returns the state and roles of an account in a few words. `isSuspended` is also true where only its account is. */
export function stateOf(
  words: Text['admin']['accounts'],
  account: Account,
  isSuspended = account.suspension !== undefined,
): string {
  const { states, roles } = words
  const state = isSuspended ? states.suspended : account.deletesAt ? states.leaving : states.good
  return [state, ...account.roles.map((role) => roles[role])].join(', ')
}

function pager(
  site: Site,
  { text }: SignedInPageContext,
  asked: Readonly<Record<string, string>>,
  found: FoundAccounts,
): Html | undefined {
  const { next, previous } = text.admin.accounts
  const link = (label: string, cursor: 'after' | 'before', place: string | undefined) => {
    if (place === undefined) return undefined
    const query = new URLSearchParams(
      Object.entries({ ...asked, [cursor]: place }).filter(([, value]) => value !== ''),
    )
    return html`<a class="button quiet" href="${site.href(`${path}?${query.toString()}`)}">${label}</a>`
  }
  const links = [link(previous, 'before', found.previous), link(next, 'after', found.next)]
  return links.some((it) => it !== undefined) ? html`<p class="actions">${links}</p>` : undefined
}
