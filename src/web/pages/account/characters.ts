// GET and POST /account/characters: the players of an account, and making another one.
import { createCharacter } from '../../../domain/characters/create.ts'
import { type Player, playersOf } from '../../../domain/characters/players.ts'
import { type CharacterRoom, characterRoom } from '../../../domain/characters/room.ts'
import type { Context } from '../../../domain/context.ts'
import { type Html, html } from '../../../lib/text/html.ts'
import { trimmed } from '../../../lib/text/trimmed.ts'
import { Refused } from '../../../model/errors/refusal.ts'
import { characterPath } from '../../context/named-player.ts'
import { actorOf, type SignedInPageContext } from '../../context/page-context.ts'
import type { Site } from '../../context/site.ts'
import { problemOf, usernameHint, usernameProblems } from '../../form/account-problems.ts'
import { field, form } from '../../form/forms.ts'
import { folded } from '../../layout/folded.ts'
import { portrait } from '../../layout/portrait.ts'
import { withTime } from '../../layout/time.ts'
import type { Page, PageAnswer } from '../../page/page.ts'
import type { Pages } from '../../page/page-scope.ts'

const path = '/account/characters'

/** So many are not folded: players make no more. */
const rowsShown = 20

interface Typed {
  username?: string
  problem?: string | undefined
}

export function charactersPage({ site, signedIn }: Pages, context: Context): void {
  signedIn.get(path, (page) => list(context, site, page))

  signedIn.post(path, async (page, fields): Promise<PageAnswer> => {
    requireCharacters(page)
    const username = trimmed(fields.text('username'))
    try {
      const character = await createCharacter(context, actorOf(page), page.account, { username })
      return { to: characterPath(character), flash: 'characters.created' }
    } catch (error) {
      return refused(context, site, page, username, error)
    }
  })
}

/** Throws Refused `route_unknown` for an account that has no characters and can have none. */
export function requireCharacters({ account, hasCharacters }: SignedInPageContext): void {
  if (!hasCharacters) throw new Refused('route_unknown', { about: account })
}

/** Returns the page with what was typed, and why nothing was created. Throws any other error again. */
async function refused(
  context: Context,
  site: Site,
  page: SignedInPageContext,
  username: string,
  error: unknown,
): Promise<Page> {
  if (!(error instanceof Refused)) throw error
  const { text } = page
  const { problems } = text.characters
  const { reason, reasons, retryAfter } = error
  const problem = problemOf(usernameProblems(context, text), reasons)
  const alerts: Partial<Record<typeof reason, readonly [status: number, alert: string]>> = {
    character_limit: [422, problems.full],
    character_suspended: [422, text.characters.noneSuspended],
    character_cooldown: [429, problems.tooSoon],
    vendor_unavailable: [503, text.settings.username.problems.vendorUnavailable],
  }
  const known = problem === undefined ? alerts[reason] : ([422, text.settings.unchanged] as const)
  if (!known) throw error
  page.request.refused = error
  const [status, alert] = known
  return { ...(await list(context, site, page, { username, problem })), status, alert, retryAfter }
}

async function list(
  context: Context,
  site: Site,
  page: SignedInPageContext,
  typed: Typed = {},
): Promise<Page> {
  requireCharacters(page)
  const { account, characters: words } = page.text
  const players = await playersOf(context, page.account)
  const room = await characterRoom(context, page.account, players)
  const [own, ...others] = players
  const sorted = [own, ...others.toSorted((a, b) => a.player.createdAt - b.player.createdAt)].filter(
    (each) => each !== undefined,
  )
  const rows = (some: readonly Player[]) =>
    html`<ul class="rows">${some.map((each) => row(site, page, each))}</ul>`
  return {
    heading: account.menu.characters.heading,
    content: html`<section class="card">
<p>${words.about}</p>
${rows(sorted.slice(0, rowsShown))}
${folded(sorted.slice(rowsShown), rows)}
</section>
<section class="card">
${creating(context, site, page, players.length, room, typed)}
</section>`,
  }
}

function row(site: Site, page: SignedInPageContext, { player, isPrimary }: Player): Html {
  const { characters: words } = page.text
  const { deletesAt, suspension, username } = player
  // Nobody’s portrait is found under the name of a player that is about to be deleted.
  const face = deletesAt === undefined && portrait(site, player, 'face', 40)
  return html`<li><div class="own">${face}<a href="${site.href(characterPath(player))}">${username}</a></div>
${isPrimary && html`<span class="hint">${words.primary}</span>`}${suspension && html`<span class="problem">${words.suspended}</span>`}${deletesAt !== undefined && html`<span class="hint">${withTime(page.language, deletesAt, words.leavesAt(deletesAt))}</span>`}</li>`
}

/** Renders the form for another character, or why there is none. */
function creating(
  context: Context,
  site: Site,
  page: SignedInPageContext,
  count: number,
  { left, nextAt, isSuspended }: CharacterRoom,
  { username, problem }: Typed,
): Html {
  const { account, characters: words } = page.text
  if (left === 0) return html`<p>${words.full(count)}</p>`
  const isDisabled = isSuspended || nextAt !== undefined
  return html`${isSuspended && html`<p class="note">${words.noneSuspended}</p>`}
${!isSuspended && nextAt !== undefined && html`<p class="note">${withTime(page.language, nextAt, words.nextAt(nextAt))}</p>`}
<p>${words.room(left)}</p>
${form(site, page, {
  action: path,
  submit: words.create,
  isDisabled,
  fields: field({
    name: 'username',
    label: account.menu.username.heading,
    value: username ?? '',
    autocomplete: 'off',
    hint: usernameHint(context, page.text),
    problem,
    readonly: isDisabled,
  }),
})}`
}
