// POST /account/linked/sign-in and GET /account/linked/{neighbour}/callback: links by signing in at a neighbour.
import type { Context } from '../../../domain/context.ts'
import {
  beginSignIn,
  finishSignIn,
  neighboursWithSignIn,
  playerOfSignIn,
} from '../../../domain/linking/sign-in.ts'
import { type Html, html } from '../../../lib/text/html.ts'
import { Refused } from '../../../model/errors/refusal.ts'
import { ofOwnPlayer, type PlayerPageContext, type SignedInPageContext } from '../../context/page-context.ts'
import type { Site } from '../../context/site.ts'
import { form } from '../../form/forms.ts'
import type { Page, PageAnswer } from '../../page/page.ts'
import type { Pages } from '../../page/page-scope.ts'
import { pathParameter } from '../../page/path-parameter.ts'
import { formActionOf, type PolicyAdditions } from '../../page/policy.ts'
import { signInToSend } from '../../page/sign-in-first.ts'
import { linkingActor, ofPlayer, playerPages } from './player.ts'

const path = '/account/linked'

type Refusal = Pick<Page, 'status' | 'alert' | 'retryAfter'>

/** Registers both. `show` returns the page with the form. */
export function linkedBySignIn(
  pages: Pages,
  context: Context,
  show: (page: PlayerPageContext, refusal: Refusal) => Promise<Page>,
): void {
  const { signedIn, site } = pages
  const shown = async (page: PlayerPageContext, error: unknown): Promise<Page> => ({
    ...(await show(page, refusal(page, error))),
    // The query of a callback has what only its first use may have.
    here: site.href(ofPlayer(page, path)),
  })

  playerPages(pages, context).post(`${path}/sign-in`, async (page, fields): Promise<PageAnswer> => {
    const { player, request, session } = page
    if (!session.isRecentlyAuthenticated) return signInToSend(context, site, page, fields, '/sign-in?again=1')
    const asked = { neighbour: fields.text('neighbour'), address: request.ip }
    try {
      return { away: await beginSignIn(context, player, browserOf(page), asked) }
    } catch (error) {
      return shown(page, error)
    }
  })

  signedIn.get(`${path}/:neighbour/callback`, async (page): Promise<PageAnswer> => {
    const neighbour = pathParameter(page, 'neighbour')
    const [, query = ''] = page.request.url.split(/\?(.*)/s)
    const answered = { neighbour, parameters: new URLSearchParams(query) }
    let asked = ofOwnPlayer(page)
    try {
      const player = await playerOfSignIn(context, page.account, browserOf(page), answered)
      asked = { ...page, player }
      await finishSignIn(context, linkingActor(asked), player, browserOf(page), answered)
      return { to: ofPlayer(asked, path), flash: 'linked.linked' }
    } catch (error) {
      return shown(asked, error)
    }
  })
}

const browserOf = ({ session, secret }: SignedInPageContext) => ({ id: session.id, secret })

function refusal({ request, text }: PlayerPageContext, error: unknown): Refusal {
  if (!(error instanceof Refused)) throw error
  const { problems } = text.linked
  const { reason, retryAfter = 1 } = error
  const alerts: Partial<Record<typeof reason, readonly [status: number, alert: string]>> = {
    link_sign_in_unknown: [422, problems.signInUnknown],
    link_unavailable: [422, problems.unavailable],
    link_declined: [422, problems.declined],
    link_unproved: [422, problems.unproved],
    link_unanswered: [503, problems.unanswered],
    too_many_link_sign_ins: [429, problems.tooManySignIns(Math.ceil(retryAfter / 60))],
    player_taken: [422, problems.taken],
    players_too_many: [422, problems.full],
  }
  const known = alerts[reason]
  if (!known) throw error
  request.refused = error
  const [status, alert] = known
  return { status, alert, ...(status !== 422 && { retryAfter }) }
}

/** The neighbours at which players can sign in, and the policy of a page with their buttons. */
export interface SignIns {
  buttons: Html | undefined
  policy: PolicyAdditions
}

export async function signInsOn(context: Context, site: Site, page: PlayerPageContext): Promise<SignIns> {
  const { linked } = page.text
  const neighbours = await neighboursWithSignIn(context)
  if (neighbours.length === 0) return { buttons: undefined, policy: {} }
  // Browsers check redirects of a form against `form-action`.
  const pages = new Set(neighbours.flatMap((neighbour) => formActionOf(neighbour.page) ?? []))
  return {
    buttons: html`<p>${linked.signIn}</p>
${neighbours.map(({ id }) =>
  form(site, page, {
    action: ofPlayer(page, `${path}/sign-in`),
    submit: linked.linkAt(id),
    variant: 'quiet',
    hidden: { neighbour: id },
  }),
)}`,
    policy: { formAction: [...pages].join(' ') },
  }
}
