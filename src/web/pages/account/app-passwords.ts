// GET and POST /account/app-passwords, and removing one: passwords for launchers alone.
import { playerOfAccount } from '../../../domain/accounts/find.ts'
import { type Player, playersOf } from '../../../domain/characters/players.ts'
import type { Context } from '../../../domain/context.ts'
import {
  type AppPassword,
  createAppPassword,
  listAppPasswords,
  removeAppPassword,
} from '../../../domain/tokens/app-passwords.ts'
import { type Html, html } from '../../../lib/text/html.ts'
import type { Account } from '../../../model/accounts/account.ts'
import { Refused } from '../../../model/errors/refusal.ts'
import { ruleOf } from '../../../model/fields/rules.ts'
import { namedPlayer } from '../../context/named-player.ts'
import { pathWithNext } from '../../context/next.ts'
import { actorOf, playerActor, type SignedInPageContext } from '../../context/page-context.ts'
import type { Site } from '../../context/site.ts'
import { accountForm } from '../../form/account-form.ts'
import { form, select } from '../../form/forms.ts'
import { folded } from '../../layout/folded.ts'
import { withTime } from '../../layout/time.ts'
import { declined, flashed, type Typed, typedField } from '../../page/declined.ts'
import { keepSecret, newSecret } from '../../page/new-secret.ts'
import type { Page, PageAnswer } from '../../page/page.ts'
import type { Pages } from '../../page/page-scope.ts'
import { signInToSend } from '../../page/sign-in-first.ts'
import { nameOfDevice } from './device-card.ts'

const path = '/account/app-passwords'

/** So many are not folded: those that were created or used last. */
const rowsShown = 3

const lastSeen = ({ createdAt, lastUsedAt }: AppPassword): number => lastUsedAt ?? createdAt

/** A new app password is shown on the list. */
const shownHere = 'app-password'

export function appPasswordsPage({ site, signedIn }: Pages, context: Context): void {
  signedIn.get(path, (page) => list(context, site, page))

  signedIn.post(path, async (page, fields): Promise<PageAnswer> => {
    if (!page.session.isRecentlyAuthenticated)
      return signInToSend(context, site, page, fields, '/sign-in?again=1')
    const typed = fields.trimmed('name', 'character')
    const player = await chosenPlayer(context, page, typed.character)
    const by = playerActor({ ...page, player }, { mayBeSuspended: true })
    try {
      const secret = await createAppPassword(context, by, page.account, typed.name, player)
      keepSecret(context, page, shownHere, secret)
    } catch (error) {
      const words = { 'too_many app-password': ['', page.text.appPasswords.full] } as const
      return list(context, site, page, { ...typed, ...declined(page, error, words) })
    }
    return { to: path, flash: 'appPasswords.created' }
  })

  // It asks for no proof: it only takes access away, which must be quick.
  signedIn.post(`${path}/remove`, (page, fields): Promise<PageAnswer> => {
    const work = removeAppPassword(context, actorOf(page), page.account, fields.text('id'))
    return flashed(path, work, 'appPasswords.removed', { 'unknown app-password': 'appPasswords.gone' })
  })
}

/** Returns the player for whom the form is. Throws Refused `account_unknown` for anybody else's, and for one that is leaving. */
async function chosenPlayer(context: Context, page: SignedInPageContext, id: string): Promise<Account> {
  if (id === '') return page.account
  const player = await playerOfAccount(context, page.account, id)
  if (player.deletesAt !== undefined) throw new Refused('account_unknown', { about: player })
  return player
}

/** Renders the choice among the players of the account; undefined if there is one only. */
function characterField(
  page: SignedInPageContext,
  players: readonly Player[],
  typed: string | undefined,
): Html | undefined {
  const { appPasswords: words } = page.text
  if (players.length === 1) return undefined
  const primary = players.find(({ isPrimary }) => isPrimary)?.player.id
  const options = players
    .filter(({ player }) => player.deletesAt === undefined)
    .map(({ player }) => ({ value: player.id, label: player.username }))
  const value = typed ?? namedPlayer(page.request.url) ?? primary ?? page.account.id
  return select({ name: 'character', label: words.character, options, value, hint: words.characterHint })
}

async function list(
  context: Context,
  site: Site,
  page: SignedInPageContext,
  typed: Typed<'name' | 'character'> = {},
): Promise<Page> {
  const { account, appPasswords: words, linked } = page.text
  const existing = (await listAppPasswords(context, page.account)).sort((a, b) => lastSeen(b) - lastSeen(a))
  const players = await playersOf(context, page.account)
  const rows = (some: readonly AppPassword[]) =>
    html`<ul class="rows">${some.map((each) => row(site, page, each, players))}</ul>`
  const { status, alert, retryAfter } = typed
  const again = site.href(pathWithNext('/sign-in?again=1', site.href(path)))
  const shown = accountForm(site, page, {
    heading: account.menu['app-passwords'].heading,
    about: html`<p>${words.about} ${words.ends}</p>
${!page.session.isRecentlyAuthenticated && html`<p class="note">${words.proveFirst} <a href="${again}">${linked.signInAgain}</a></p>`}`,
    action: path,
    submit: words.create,
    fields: html`${characterField(page, players, typed.character)}${typedField(typed, 'name', words.name, {
      hint: words.nameHint,
      maxlength: ruleOf('label').maxLength,
    })}`,
    more:
      existing.length > 0 &&
      html`<section class="card">
${rows(existing.slice(0, rowsShown))}
${folded(existing.slice(rowsShown), rows)}
</section>`,
  })
  const content = html`${newSecret(context, page, shownHere, words, 'typed')}${shown.content}`
  return { ...shown, content, scripts: ['copy.js'], here: site.href(path), status, alert, retryAfter }
}

function row(
  site: Site,
  page: SignedInPageContext,
  appPassword: AppPassword,
  players: readonly Player[],
): Html {
  const { appPasswords: words } = page.text
  const { id, name, createdAt, lastUsedAt, launcher, address } = appPassword
  const player =
    players.length > 1 ? players.find((each) => each.player.id === appPassword.player) : undefined
  const from = lastUsedAt !== null && [nameOfDevice(page, { kind: 'launcher', userAgent: launcher }), address]
  return html`<li><div><strong>${name}</strong>${
    player &&
    html`
<p class="hint">${words.signsIn(player.player.username)}</p>`
  }
<p class="hint">${withTime(page.language, createdAt, words.createdAt(createdAt))}</p>
<p class="hint">${lastUsedAt === null ? words.unused : withTime(page.language, lastUsedAt, words.usedAt(lastUsedAt))}</p>
${from && html`<p class="hint">${from.filter(Boolean).join(', ')}</p>`}</div>
${form(site, page, { action: `${path}/remove`, submit: words.remove(name), variant: 'quiet', hidden: { id } })}</li>`
}
