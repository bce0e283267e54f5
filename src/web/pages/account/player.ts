// Pages that are about one player: the account's own one, or with ?for={uuid} the one that is named.
import { playerOfAccount } from '../../../domain/accounts/find.ts'
import type { ReadContext } from '../../../domain/context.ts'
import { type Html, html } from '../../../lib/text/html.ts'
import type { Account } from '../../../model/accounts/account.ts'
import type { Actor } from '../../../model/accounts/actor.ts'
import { Refused } from '../../../model/errors/refusal.ts'
import { characterPath, namedPlayer, pathFor } from '../../context/named-player.ts'
import { type PlayerPageContext, playerActor, type SignedInPageContext } from '../../context/page-context.ts'
import type { Site } from '../../context/site.ts'
import type { FormFields } from '../../form/form-fields.ts'
import { portrait } from '../../layout/portrait.ts'
import { withTime } from '../../layout/time.ts'
import type { PageAnswer } from '../../page/page.ts'
import type { Pages } from '../../page/page-scope.ts'

type Answer = PageAnswer | Promise<PageAnswer>

type Options = Parameters<Pages['signedIn']['post']>[2]

/** Registers pages that are about one player. */
export interface PlayerPages {
  get: (path: string, handler: (page: PlayerPageContext) => Answer) => void
  post: (
    path: string,
    handler: (page: PlayerPageContext, fields: FormFields) => Answer,
    options?: Omit<NonNullable<Options>, 'tooLarge'> & { tooLarge?: (page: PlayerPageContext) => Answer },
  ) => void
}

export function playerPages({ signedIn }: Pages, context: ReadContext): PlayerPages {
  const about = async (
    page: SignedInPageContext,
    show: (page: PlayerPageContext) => Answer,
  ): Promise<PageAnswer> => {
    const player = await playerOf(context, page)
    // A character that waits for its deletion can only be kept.
    const isLeaving = player.id !== page.account.id && player.deletesAt !== undefined
    return isLeaving ? { to: characterPath(player) } : show({ ...page, player })
  }
  return {
    get: (path, show) => signedIn.get(path, (page) => about(page, show)),
    post: (path, act, { tooLarge, ...options } = {}) =>
      signedIn.post(path, (page, fields) => about(page, (of) => act(of, fields)), {
        ...options,
        ...(tooLarge && { tooLarge: (page) => about(page, tooLarge) }),
      }),
  }
}

/** Returns the player of a page. Throws Refused `account_unknown` for anybody else's. */
async function playerOf(context: ReadContext, { account, request }: SignedInPageContext): Promise<Account> {
  const named = namedPlayer(request.url)
  if (named !== undefined) return playerOfAccount(context, account, named)
  if (/[?&]for=/.test(request.url)) throw new Refused('account_unknown', { about: account })
  return account
}

/** Returns a path that is about the same player as the page. */
export const ofPlayer = (page: PlayerPageContext, path: string): string =>
  pathFor(path, isNamed(page) ? page.player.id : undefined)

/** Returns an account that links and unlinks, which nobody is kept from by a suspension. */
export const linkingActor = (page: PlayerPageContext): Actor => playerActor(page, { mayBeSuspended: true })

/** True if the page is about a character, or its address names the account's own player. */
const isNamed = ({ account, player, request }: PlayerPageContext): boolean =>
  player.id !== account.id || namedPlayer(request.url) !== undefined

/** Renders whom the page is about, with a link to the page of that player. Undefined where nobody is named. */
export function whose(site: Site, page: PlayerPageContext): Html | undefined {
  const { player } = page
  if (!isNamed(page)) return undefined
  return html`<p class="own">${portrait(site, player, 'face', 40)}<a href="${site.href(characterPath(player))}">${player.username}</a></p>
${suspension(page)}`
}

/** Says that the player of a page is suspended; undefined if it is not. */
export function suspension({ language, player, text }: PlayerPageContext): Html | undefined {
  if (!player.suspension) return undefined
  const { reason, until } = player.suspension
  const said = text.characters.isSuspended(reason, until)
  return html`<p class="problem">${until === undefined ? said : withTime(language, until, said)}</p>`
}
