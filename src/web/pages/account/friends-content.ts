import type { FriendsList, KnownPlayer } from '../../../domain/friends/list.ts'
import { type Html, type HtmlValue, html } from '../../../lib/text/html.ts'
import type { FriendsPreferences } from '../../../model/game/friends.ts'
import type { PlayerPageContext } from '../../context/page-context.ts'
import type { Site } from '../../context/site.ts'
import { checkbox, field, form } from '../../form/forms.ts'
import { portrait } from '../../layout/portrait.ts'
import { ofPlayer, whose } from './player.ts'

const path = '/account/friends'

/** So many of each list are on one page, which keeps it light with four full lists. */
const rowsShown = 10

/** The texts that were typed into forms, with the reason why nothing happened. */
export type FriendsForms = Partial<
  Record<'username' | 'other', { typed: string; problem: string | undefined }>
>

interface Shown extends FriendsList {
  blocked: KnownPlayer[]
  /** The statuses of those friends who report one, by id. */
  presence: ReadonlyMap<string, string>
  preferences: FriendsPreferences
}

/** A button next to a player: the last part of its path, and its words. */
type Button = readonly [action: string, words: (name: string) => string]

export function friendsContent(
  site: Site,
  page: PlayerPageContext,
  { friends, incoming, outgoing, blocked, presence, preferences }: Shown,
  typed: FriendsForms,
): Html {
  const { account, friends: words } = page.text
  const from = fromOf(page)
  const list = (heading: string, players: readonly KnownPlayer[], buttons: readonly Button[], more?: Told) =>
    section(site, page, { heading, players: players.slice(from, from + rowsShown), buttons, more })
  const longest = Math.max(...[friends, incoming, outgoing, blocked].map(({ length }) => length))
  return html`<section class="card">
${whose(site, page)}
<p>${words.about}</p>
${form(site, page, {
  action: ofPlayer(page, path),
  submit: words.send,
  fields: field({
    name: 'username',
    label: account.menu.username.heading,
    value: typed.username?.typed ?? '',
    autocomplete: 'off',
    problem: typed.username?.problem,
  }),
})}
</section>
${list(words.incoming, incoming, [
  ['accept', words.accept],
  ['remove', words.decline],
])}
${list(words.outgoing, outgoing, [['remove', words.cancel]])}
${list(
  words.friends,
  friends,
  [
    ['remove', words.remove],
    ['block', words.block],
  ],
  ({ id }) => statusWords(page, presence.get(id)),
)}
${pager(site, page, from, longest)}
<section class="card">
<h2>${words.preferences}</h2>
${form(site, page, {
  action: ofPlayer(page, `${path}/preferences`),
  submit: words.save,
  fields: html`<fieldset>${checkbox('friends', words.useList, preferences.friends)}
${checkbox('acceptInvites', words.takeRequests, preferences.acceptInvites)}</fieldset>`,
})}
</section>
${list(words.blockedPlayers, blocked, [['unblock', words.unblock]])}
<section class="card">
<p>${words.blocking}</p>
${form(site, page, {
  action: ofPlayer(page, `${path}/block-other`),
  submit: words.blockOther,
  variant: 'quiet',
  fields: field({
    name: 'other',
    label: account.menu.username.heading,
    value: typed.other?.typed ?? '',
    autocomplete: 'off',
    problem: typed.other?.problem,
  }),
})}
</section>`
}

type Told = (player: KnownPlayer) => HtmlValue

/** Renders one list, whose buttons are those of a single form. Undefined if it is empty. */
function section(
  site: Site,
  page: PlayerPageContext,
  shown: {
    heading: string
    players: readonly KnownPlayer[]
    buttons: readonly Button[]
    more?: Told | undefined
  },
): Html | undefined {
  const { heading, players, buttons, more } = shown
  const [first] = buttons
  // A page with four full lists is light enough without those of the others.
  const hasFaces = buttons.length > 1
  if (players.length === 0 || !first) return undefined
  const to = (action: string) => site.href(ofPlayer(page, `${path}/${action}`))
  const row = (player: KnownPlayer) =>
    html`<li><div class="own">${hasFaces && portrait(site, player, 'face', 40)}<strong>${player.username}</strong>${more && html` <span class="hint">${more(player)}</span>`}</div>
<div class="actions">${buttons.map(([action, words]) => html`<button class="quiet" name="id" value="${player.id}" formaction="${to(action)}">${words(player.username)}</button>`)}</div></li>`
  return html`<section class="card">
<h2>${heading}</h2>
${form(site, page, {
  action: ofPlayer(page, `${path}/${first[0]}`),
  submit: undefined,
  fields: html`<ul class="rows">${players.map(row)}</ul>`,
})}
</section>`
}

function statusWords({ text }: PlayerPageContext, status: string | undefined): string {
  const { online, playing, joinable, offline } = text.friends.status
  if (status === undefined) return offline
  if (status === 'ONLINE') return online
  return status === 'PLAYING_HOSTED_SERVER' ? joinable : playing
}

/** Returns the number of rows of each list that are on earlier pages. */
function fromOf({ request }: PlayerPageContext): number {
  const from = Number(new URL(request.url, 'http://localhost').searchParams.get('from'))
  return Number.isSafeInteger(from) && from > 0 ? from : 0
}

/** Renders links to the players before and after those that are shown. */
function pager(site: Site, page: PlayerPageContext, from: number, longest: number): Html | undefined {
  const { next, previous } = page.text.admin.accounts
  const here = ofPlayer(page, path)
  const to = (at: number) => site.href(`${here}${here.includes('?') ? '&' : '?'}from=${at}`)
  const before = from > 0 && html`<a href="${to(Math.max(0, from - rowsShown))}">${previous}</a>`
  const after = longest > from + rowsShown && html`<a href="${to(from + rowsShown)}">${next}</a>`
  return before || after ? html`<p class="pager">${before} ${after}</p>` : undefined
}
