// POST /account/wardrobe/share and /stop-sharing: what an account keeps, in the library or out of it.
import type { Context } from '../../../domain/context.ts'
import { firstShared } from '../../../domain/library/listing.ts'
import { shareTexture, stopSharing } from '../../../domain/library/share.ts'
import { oneOfWardrobe, type WardrobeTexture } from '../../../domain/wardrobe/list.ts'
import { parseUuid } from '../../../lib/crypto/uuid.ts'
import { type Html, html } from '../../../lib/text/html.ts'
import { Refused } from '../../../model/errors/refusal.ts'
import { type PlayerPageContext, playerActor } from '../../context/page-context.ts'
import type { Site } from '../../context/site.ts'
import type { Page } from '../../page/page.ts'
import { ofPlayer, type PlayerPages } from './player.ts'
import { declined } from './wardrobe-declined.ts'

const here = '/account/wardrobe'

interface WardrobePages extends PlayerPages {
  /** Shows the wardrobe with an alert. */
  show: (page: PlayerPageContext, answer: Partial<Page>) => Promise<Page>
  /** Returns the path of a page of the wardrobe, which begins after a texture. */
  home: (page: PlayerPageContext, after?: string) => string
}

export function sharingPages(context: Context, site: Site, { get, post, show, home }: WardrobePages): void {
  for (const path of ['share', 'stop-sharing']) get(`${here}/${path}`, (page) => ({ to: home(page) }))

  post(`${here}/share`, async (page, fields) => {
    const id = parseUuid(fields.text('id')) ?? ''
    try {
      const { isWaiting } = await shareTexture(context, playerActor(page), page.player, id)
      const flash = isWaiting ? 'library.waiting' : 'library.shared'
      return { to: home(page, parseUuid(fields.text('after'))), flash }
    } catch (error) {
      const isTaken = error instanceof Refused && error.reason === 'shared_already'
      return show(page, isTaken ? await sharedAlready(page, error, id) : declined(context, page, error))
    }
  })

  post(`${here}/stop-sharing`, async (page, fields) => {
    try {
      await stopSharing(context, playerActor(page), page.player, parseUuid(fields.text('id')) ?? '')
    } catch (error) {
      return show(page, declined(context, page, error))
    }
    return { to: home(page, parseUuid(fields.text('after'))), flash: 'library.stopped' }
  })

  /** Leads to the first one, where everybody sees it. */
  const sharedAlready = async (
    page: PlayerPageContext,
    error: Refused,
    id: string,
  ): Promise<Partial<Page>> => {
    page.request.refused = error
    const { hash } = await oneOfWardrobe(context, page.player, id)
    const first = await firstShared(context, hash)
    const { problems } = page.text.library
    const link = first && html` <a href="${site.href(`/library/${first.id}`)}" dir="auto">${first.name}</a>`
    return { status: 409, alert: html`${problems.already}${link}` }
  }
}

/** Says what sharing is, above what is kept. Undefined without a library. */
export function sharingAbout(site: Site, { text }: PlayerPageContext, hasRules: boolean): Html | undefined {
  if (!site.hasLibrary) return undefined
  const { library: words, home } = text
  return html`<p class="hint">${words.shareAbout} ${hasRules && html`<a href="${site.href('/#rules')}">${home.rules}</a> · `}<a href="${site.href('/library')}">${words.heading}</a></p>`
}

/** Renders whether a texture is shared; undefined if it never was, and without a library. */
export function sharingState({ text }: PlayerPageContext, { sharing }: WardrobeTexture): Html | undefined {
  if (!sharing) return undefined
  const { state, note } = sharing
  const isWarning = state === 'waiting' && ' waiting'
  return html`<p class="state${isWarning}${state === 'refused' && ' down'}">${text.library.states[state]}</p>
${note !== undefined && html`<p class="hint">${text.library.note}: <span dir="auto">${note}</span></p>`}`
}

/** Renders the button that shares a texture or ends that, in the form of what is kept. */
export function sharingButton(
  site: Site,
  page: PlayerPageContext,
  { id, name, isTakenDown, sharing }: WardrobeTexture,
): Html | undefined {
  const isShared = sharing !== undefined && sharing.state !== 'refused'
  if (!site.hasLibrary || (isTakenDown && !isShared)) return undefined
  const { library: words } = page.text
  const path = site.href(ofPlayer(page, `${here}/${isShared ? 'stop-sharing' : 'share'}`))
  return html`<button class="link" name="id" value="${id}" formaction="${path}" aria-label="${isShared ? words.stopNamed(name) : words.shareNamed(name)}">${isShared ? words.stop : words.share}</button>
`
}
