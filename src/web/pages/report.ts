// GET and POST /report: reports what a player wears, however it was put on.
import type { Context } from '../../domain/context.ts'
import { reportTexture } from '../../domain/moderation/report.ts'
import { html } from '../../lib/text/html.ts'
import { trimmed } from '../../lib/text/trimmed.ts'
import { type Refusal, Refused } from '../../model/errors/refusal.ts'
import type { TextureKind } from '../../model/game/texture.ts'
import { actorOf, type SignedInPageContext } from '../context/page-context.ts'
import { field, form, radios, textArea } from '../form/forms.ts'
import type { Page, PageAnswer } from '../page/page.ts'
import type { Pages } from '../page/page-scope.ts'
import { queryOf } from './sign-in/sign-in.ts'

const path = '/report'

/** The longest name or UUID that a link fills in. */
const maxFilled = 64

interface Typed extends Pick<Page, 'status' | 'alert' | 'retryAfter'> {
  player: string
  kind: TextureKind
  reason: string
  wrong?: 'player' | 'reason' | undefined
}

export function reportPage({ site, signedIn }: Pages, context: Context): void {
  const show = (page: SignedInPageContext, typed: Typed): Page => {
    const { account, reports: words, skin } = page.text
    const { player, kind, reason, wrong, status, alert, retryAfter } = typed
    const content = html`<section class="card narrow">
<p>${words.about}</p>
${form(site, page, {
  action: path,
  submit: words.submit,
  fields: [
    field({
      name: 'player',
      label: account.menu.username.heading,
      value: player,
      autocomplete: 'off',
      isInvalid: wrong === 'player',
    }),
    radios({
      name: 'kind',
      legend: words.kind,
      options: [
        { value: 'skin', label: skin.skin.heading },
        { value: 'cape', label: skin.cape.heading },
      ],
      value: kind,
    }),
    textArea({
      name: 'reason',
      label: words.reason,
      hint: words.reasonHint,
      value: reason,
      isInvalid: wrong === 'reason',
    }),
  ],
})}
<p class="aside"><a href="${site.href('/account/reports')}">${account.menu.reports.heading}</a></p>
</section>`
    return { heading: words.heading, content, status, alert, retryAfter }
  }

  signedIn.get(path, (page) =>
    show(page, {
      player: trimmed(queryOf(page, 'player')).slice(0, maxFilled),
      kind: kindIn(queryOf(page, 'kind')),
      reason: '',
    }),
  )
  signedIn.post(path, async (page, fields): Promise<PageAnswer> => {
    const player = trimmed(fields.text('player'))
    const given = { player, kind: kindIn(fields.text('kind')), reason: fields.text('reason') }
    try {
      await reportTexture(context, actorOf(page), page.account, given)
    } catch (error) {
      return show(page, { ...given, ...reportRefusal(page, error) })
    }
    return { to: '/account/reports', flash: 'reports.reported' }
  })
}

const kindIn = (text: string): TextureKind => (text === 'cape' ? 'cape' : 'skin')

/** Returns what to say about a refused report, and which field is wrong. Throws any other error. */
export function reportRefusal(
  { request, text }: SignedInPageContext,
  error: unknown,
): Pick<Typed, 'status' | 'alert' | 'retryAfter' | 'wrong'> {
  if (!(error instanceof Refused)) throw error
  const { problems } = text.reports
  const { reason, retryAfter = 1, rule } = error
  request.refused = error
  if (rule === 'reportReason') return { status: 422, alert: problems.reason, wrong: 'reason' }
  if (reason === 'too_many_reports')
    return { status: 429, retryAfter, alert: problems.tooMany(Math.ceil(retryAfter / 60)) }
  const words: Partial<Record<Refusal, string>> = {
    account_unknown: problems.unknown,
    report_own: problems.own,
    report_nothing_worn: problems.nothingWorn,
    report_repeated: problems.repeated,
  }
  const alert = words[reason]
  if (alert === undefined) throw error
  return { status: 422, alert, wrong: 'player' }
}
