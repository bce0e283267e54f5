// What an administrator reads about an account at first sight.
import type { heldNames } from '../../../../domain/names/held.ts'
import type { usernameHistory } from '../../../../domain/names/rename.ts'
import type { SignedInDevice } from '../../../../domain/tokens/devices.ts'
import { type Html, type HtmlValue, html } from '../../../../lib/text/html.ts'
import type { Account } from '../../../../model/accounts/account.ts'
import { isAdministrator } from '../../../../model/accounts/role.ts'
import { type Language, languageNames } from '../../../../texts/languages.ts'
import type { SignedInPageContext } from '../../../context/page-context.ts'
import type { Site } from '../../../context/site.ts'
import { folded } from '../../../layout/folded.ts'
import { portrait } from '../../../layout/portrait.ts'
import { time, withTime } from '../../../layout/time.ts'
import { emailFor } from '../masked.ts'
import type { GroupsOfPlayer } from './account-groups.ts'
import { accountPath, stateOf } from './accounts.ts'

interface Known {
  /** The account of a character. */
  owner: Account | undefined
  lastUsed: SignedInDevice | undefined
  names: Awaited<ReturnType<typeof usernameHistory>>
  held: Awaited<ReturnType<typeof heldNames>>
  groups: GroupsOfPlayer
  /** Undefined while NORN_FRIENDS is off. */
  friends: number | undefined
}

/** The numbers of usernames and held names that are not folded. */
const namesShown = 2
const heldShown = 1
/** The letters that the titles of two groups may have together, so that both are shown. */
const groupsWidth = 48

/** Renders the figure, the facts, and the former names that are held for the account. */
export function accountFacts(
  site: Site,
  page: SignedInPageContext,
  account: Account,
  { owner, lastUsed, names, held, groups: { own }, friends }: Known,
): Html {
  const { account: words, accounts, at } = page.text.admin
  const isFolded = held.length > heldShown && names.length > namesShown
  const notes = heldNotes(site, page, account, held)
  const former = folded(names.slice(0, -namesShown), (older) => [inOrder(older), isFolded && notes])
  const rows: readonly (readonly [string, HtmlValue] | false)[] = [
    !owner && [words.language, languageNames[account.language as Language] ?? account.language],
    [words.created, time(account.createdAt, at(account.createdAt))],
    [words.lastUse, lastUsed ? time(lastUsed.lastUsedAt, at(lastUsed.lastUsedAt), 'ago') : words.notSignedIn],
    !owner && [words.secondFactor, account.hasSecondFactor ? words.on : words.off],
  ]
  const [first, second] = own
  const isSuspended = [account, owner].some((each) => each?.suspension !== undefined)
  const email = emailFor(page.account, account)
  const groupsShown = first && second && first.title.length + second.title.length <= groupsWidth ? 2 : 1
  return html`<section class="card profile">
${account.deletesAt === undefined && portrait(site, account, 'bust', 128)}
<div class="who">
<p class="state${(isSuspended || account.deletesAt !== undefined) && ' down'}">${stateOf(accounts, account, isSuspended)}</p>
${friends !== undefined && html`<span class="hint">${words.friends(friends)}</span>`}
</div>
<ul class="chips">
<li><a href="${site.href(`/admin/why?name=${encodeURIComponent(account.username)}`)}">${words.why(account.username)}</a></li>
<li><a href="#suspension">${isSuspended ? words.restore : words.suspend}</a></li>
</ul>
<dl class="facts">
${email !== undefined && html`<div class="whole"><dt>${words.email}</dt><dd>${email}</dd></div>`}
${owner && wide(page.text.admin.audit.account, html`<a href="${site.href(accountPath(owner))}">${owner.username}</a>`)}${rows.map((row) => row && html`<div><dt>${row[0]}</dt><dd>${row[1]}</dd></div>\n`)}
${names.length > 1 && wide(words.usernames, inOrder(names.slice(-namesShown)), former)}
${own.length > 0 && wide(page.text.groups.ofPlayer, titles(own.slice(0, groupsShown)), folded(own.slice(groupsShown), titles))}
<div class="whole"><dt>${words.id}</dt><dd><code>${account.id}</code></dd></div>
</dl>
</section>
${!isFolded && notes}`
}

const wide = (name: string, ...values: readonly HtmlValue[]): Html =>
  html`<div class="whole"><dt>${name}</dt><dd>${values}</dd></div>\n`

const inOrder = (names: readonly { username: string }[]): string =>
  names.map(({ username }) => username).join(' → ')

const titles = (groups: readonly { title: string }[]): Html[] =>
  groups.map(({ title }, at) => html`${at > 0 && ', '}<bdi>${title}</bdi>`)

/** Renders until when each former name is held, and the buttons that release them. */
function heldNotes(
  site: Site,
  page: SignedInPageContext,
  account: Account,
  held: Known['held'],
): Html | undefined {
  const { account: words } = page.text.admin
  if (held.length === 0) return undefined
  const isReleasing = isAdministrator(page.account)
  const notes = held.map(
    ({
      name,
      until,
    }) => html`<p class="note">${withTime(page.language, until, words.heldUntil(name, until))}</p>
${isReleasing && html`<button class="quiet" name="name" value="${name}">${words.releaseName(name)}</button>\n`}`,
  )
  if (!isReleasing) return html`${notes}`
  const action = site.href(`${accountPath(account)}/release-name`)
  return html`<form method="get" action="${action}" class="asking">
${notes}</form>`
}
