import type { Series } from '../../../../domain/figures/periods.ts'
import type { playersNow } from '../../../../domain/figures/players-now.ts'
import { type Html, html } from '../../../../lib/text/html.ts'
import type { Text } from '../../../context/text.ts'

type Now = Awaited<ReturnType<typeof playersNow>>

/** Renders the three numbers that say the most: who plays now, and joins and new accounts with their change. */
export function numberTiles(
  text: Text,
  now: Now,
  { joins, accounts, period }: { joins: Series; accounts: Series; period: string },
): Html {
  const { figures: words, overview } = text.admin
  const tile = (label: string, value: string, change: Html | undefined, hint: string) =>
    html`<div><dt>${label}</dt><dd><b>${value}</b> ${change}<small>${hint}</small></dd></div>\n`
  const changed = (label: string, series: Series) =>
    tile(
      `${label}, ${period}`,
      overview.number(series.total),
      change(text, series),
      words.before(series.before),
    )
  return html`<dl class="counts">
${tile(words.now, now.isMore ? words.nowMore(now.count) : overview.number(now.count), undefined, words.nowHint)}${changed(words.joins, joins)}${changed(words.accounts, accounts)}</dl>`
}

/** Renders by how much a total has changed. Undefined if there was nothing to compare it with. */
function change({ admin: { overview } }: Text, { total, before }: Series): Html | undefined {
  const difference = total - before
  if (before === 0 || difference === 0) return undefined
  const isMore = difference > 0
  return html`<span class="${isMore ? 'up' : 'down'}">${isMore ? '+' : '−'}${overview.number(Math.abs(difference))}</span> `
}
