// The question that follows a typed code, and POST /account/linked/answer. Somebody else may have sent the code
// (RFC 8628, section 5.4).
import type { Context } from '../../../domain/context.ts'
import { answerAboutPlayer, type LinkQuestion } from '../../../domain/linking/players.ts'
import { html } from '../../../lib/text/html.ts'
import { originOf } from '../../../model/community/bedrock.ts'
import { pathWithNext } from '../../context/next.ts'
import type { PlayerPageContext } from '../../context/page-context.ts'
import type { Site } from '../../context/site.ts'
import { form } from '../../form/forms.ts'
import type { Page, PageAnswer } from '../../page/page.ts'
import type { Pages } from '../../page/page-scope.ts'
import { linkingActor, ofPlayer, playerPages, whose } from './player.ts'

const path = '/account/linked'
const action = `${path}/answer`

/** Registers the answer. `show` returns the page with the form for codes, and the reason why nothing was linked. */
export function linkAnswer(
  pages: Pages,
  context: Context,
  show: (page: PlayerPageContext, error: unknown) => Promise<Page>,
): void {
  const { site } = pages
  playerPages(pages, context).post(action, async (page, fields): Promise<PageAnswer> => {
    const { player, session } = page
    const answer = { token: fields.text('question'), isYes: fields.text('answer') === 'link' }
    if (answer.isYes && !session.isRecentlyAuthenticated) {
      // Nothing is kept of the form: only this session could answer the question.
      return { to: pathWithNext('/sign-in?again=1', site.href(ofPlayer(page, path))) }
    }
    try {
      const linked = await answerAboutPlayer(context, linkingActor(page), player, session.id, answer)
      return { to: ofPlayer(page, path), flash: linked ? 'linked.linked' : 'linked.notLinked' }
    } catch (error) {
      return show(page, error)
    }
  })
}

export function linkQuestion(site: Site, page: PlayerPageContext, { token, player }: LinkQuestion): Page {
  const { linked } = page.text
  const { name } = player
  const neighbour = originOf(player)
  const answer = (word: 'link' | 'no') => ({
    action: ofPlayer(page, action),
    hidden: { question: token, answer: word },
  })
  return {
    heading: linked.question(name, neighbour),
    here: site.href(ofPlayer(page, path)),
    content: html`<section class="card">
${whose(site, page)}<p>${linked.consequence(name, neighbour)}</p>
<p class="hint">${linked.phishing}</p>
<div class="choice">
${form(site, page, { ...answer('link'), submit: linked.submit })}
${form(site, page, { ...answer('no'), submit: linked.refuse, variant: 'quiet' })}
</div>
</section>`,
  }
}
