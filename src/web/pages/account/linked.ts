// GET and POST /account/linked, and unlinking: the players of other services that belong to the account.

import { asLinkedPlayer, bedrockOf } from '../../../domain/bedrock/links.ts'
import type { Context } from '../../../domain/context.ts'
import { askAboutPlayer, linkedPlayers } from '../../../domain/linking/players.ts'
import { unlinkPlayer } from '../../../domain/linking/unlink.ts'
import { type Html, html } from '../../../lib/text/html.ts'
import { isOfBedrock } from '../../../model/community/bedrock.ts'
import type { LinkedPlayer } from '../../../model/community/linked-player.ts'
import { Refused } from '../../../model/errors/refusal.ts'
import { pathWithNext } from '../../context/next.ts'
import { ofOwnPlayer, type PlayerPageContext, type SignedInPageContext } from '../../context/page-context.ts'
import type { Site } from '../../context/site.ts'
import { accountForm } from '../../form/account-form.ts'
import type { FormFields } from '../../form/form-fields.ts'
import { field, form } from '../../form/forms.ts'
import { withTime } from '../../layout/time.ts'
import type { Page, PageAnswer } from '../../page/page.ts'
import type { Pages } from '../../page/page-scope.ts'
import { signInToSend } from '../../page/sign-in-first.ts'
import { identityForms, identitySection } from '../providers/identities.ts'
import { linkAnswer, linkQuestion } from './linked-question.ts'
import { linkedBySignIn, signInsOn } from './linked-sign-in.ts'
import { linkingActor, ofPlayer, playerPages, whose } from './player.ts'

const path = '/account/linked'

/** The port that games use where none is given. */
const usualPort = 25_565

/** Anything longer can't be a code and need not be kept. */
const maxTyped = 32

export function linkedPage(pages: Pages, context: Context): void {
  const { site } = pages
  const { get, post } = playerPages(pages, context)
  get(path, (page) => linkedForm(context, site, page))
  identityForms(pages, context, (page) => linkedForm(context, site, ofOwnPlayer(page)))
  linkedBySignIn(pages, context, async (page, refused) => ({
    ...(await linkedForm(context, site, page)),
    ...refused,
  }))

  const refused = async (page: PlayerPageContext, error: unknown, code = ''): Promise<Page> => {
    const { problem, page: more } = refusal(page, error)
    const form = await linkedForm(context, site, page, code.slice(0, maxTyped), problem)
    return { ...form, ...more, here: site.href(ofPlayer(page, path)) }
  }
  linkAnswer(pages, context, refused)

  const proveAgain = (page: SignedInPageContext, fields: FormFields) =>
    signInToSend(context, site, page, fields, '/sign-in?again=1')

  post(path, async (page, fields): Promise<PageAnswer> => {
    const { player, request, session } = page
    if (!session.isRecentlyAuthenticated) return proveAgain(page, fields)
    const code = fields.text('code')
    try {
      const asked = await askAboutPlayer(context, player, session.id, { code, address: request.ip })
      return linkQuestion(site, page, asked)
    } catch (error) {
      return refused(page, error, code)
    }
  })

  post(`${path}/remove`, async (page, fields): Promise<PageAnswer> => {
    if (!page.session.isRecentlyAuthenticated) return proveAgain(page, fields)
    const linked = { neighbour: fields.text('neighbour'), id: fields.text('id') }
    await unlinkPlayer(context, linkingActor(page), page.player, linked)
    return { to: ofPlayer(page, path), flash: 'linked.unlinked' }
  })
}

function refusal(
  { request, text }: SignedInPageContext,
  error: unknown,
): { problem?: string; page: Pick<Page, 'status' | 'alert' | 'retryAfter'> } {
  if (!(error instanceof Refused)) throw error
  const { wrong, taken, bedrockTaken, full, tooMany } = text.linked.problems
  const { reason, retryAfter = 1 } = error
  const problems: Partial<Record<typeof reason, string>> = {
    link_code_wrong: wrong,
    player_taken: taken,
    bedrock_taken: bedrockTaken,
    players_too_many: full,
  }
  const problem = problems[reason]
  if (problem === undefined && reason !== 'too_many_link_codes') throw error
  request.refused = error
  if (problem !== undefined) return { problem, page: { status: 422, alert: text.settings.unchanged } }
  return { page: { status: 429, retryAfter, alert: tooMany(Math.ceil(retryAfter / 60)) } }
}

/** Returns the page with the forms that link and unlink. */
export async function linkedForm(
  context: Context,
  site: Site,
  page: PlayerPageContext,
  value = '',
  problem?: string,
): Promise<Page> {
  const { account, linked } = page.text
  const bedrock = await bedrockOf(context, page.player)
  const players = [
    ...(await linkedPlayers(context, page.player)),
    ...(bedrock ? [asLinkedPlayer(bedrock)] : []),
  ]
  const { buttons, policy } = await signInsOn(context, site, page)
  // What is linked to sign in with is the account’s, not a character’s.
  const isCharacter = page.player.ownerId !== undefined
  const identities = isCharacter ? undefined : await identitySection(context, site, page)
  const { hasBedrockLinks, hasNeighbourLinking } = site
  if (identities && !hasNeighbourLinking && !hasBedrockLinks && !buttons && players.length === 0) {
    const heading = account.menu.linked.heading
    return { heading, content: html`${whose(site, page)}${proveFirst(site, page)}${identities}` }
  }
  const shown = accountForm(site, page, {
    heading: account.menu.linked.heading,
    about: html`${whose(site, page)}${explanation(context, site, page, buttons !== undefined)}
${proveFirst(site, page)}`,
    action: ofPlayer(page, path),
    submit: linked.submit,
    fields: field({
      name: 'code',
      label: linked.code,
      value,
      inputmode: 'numeric',
      autocomplete: 'one-time-code',
      hint: linked.caution,
      problem,
    }),
    more:
      players.length > 0 &&
      html`<section class="card">
<ul class="rows">${players.map((player) => row(site, page, player))}</ul>
</section>`,
  })
  if (!buttons) return { ...shown, content: html`${identities}${shown.content}` }
  const content = html`${identities}<section class="card">
<p>${linked.about}</p>
${buttons}
</section>
${shown.content}`
  return { ...shown, content, policy }
}

/** Says where codes come from: the door of players of neighbours, and game servers that take players of Bedrock. */
function explanation(context: Context, site: Site, page: PlayerPageContext, isExplained: boolean): Html {
  const { linked } = page.text
  const onBedrock = site.hasBedrockLinks && html`<p>${linked.onBedrock}</p>`
  if (onBedrock && !site.hasNeighbourLinking && !isExplained) return onBedrock
  const at = addressOfDoor(context)
  return html`${!isExplained && html`<p>${linked.about}</p>`}
<p>${at === undefined ? linked.elsewhere : linked.door(at)}</p>${onBedrock}`
}

/** Says that the forms ask for a new sign-in first; undefined if they don't. */
function proveFirst(site: Site, page: PlayerPageContext): Html | undefined {
  const { session, text } = page
  if (session.isRecentlyAuthenticated) return undefined
  const again = site.href(pathWithNext('/sign-in?again=1', site.href(ofPlayer(page, path))))
  return html`<p class="note">${text.linked.proveFirst} <a href="${again}">${text.linked.signInAgain}</a></p>`
}

/** Returns the address of the door as people type it into the game. Undefined if only operators know it. */
function addressOfDoor({ baseUrl, config: { linkListen } }: Context): string | undefined {
  if (linkListen === 'off' || linkListen.port === 0) return undefined
  const { hostname } = new URL(baseUrl())
  return linkListen.port === usualPort ? hostname : `${hostname}:${linkListen.port}`
}

function row(site: Site, page: PlayerPageContext, { neighbour, id, name, linkedAt }: LinkedPlayer): Html {
  const { linked } = page.text
  const ofBedrock = isOfBedrock({ neighbour, id })
  const words = ofBedrock ? linked.identity.since(linkedAt) : linked.since(neighbour, linkedAt)
  const since = withTime(page.language, linkedAt, words)
  return html`<li><div><strong>${ofBedrock ? linked.bedrock(name) : name}</strong><p class="hint">${since}</p></div>
${form(site, page, {
  action: ofPlayer(page, `${path}/remove`),
  submit: linked.unlink(name),
  variant: 'quiet',
  hidden: { neighbour, id },
})}</li>`
}
