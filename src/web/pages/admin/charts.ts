// Charts drawn as SVG, without scripts or inline styles.
import { type Html, html } from '../../../lib/text/html.ts'
import type { Text } from '../../context/text.ts'

const height = 60
const step = 10

/** Renders a bar for each hour, and their sum above. */
export function bars(
  words: Text['admin']['overview'],
  label: string,
  hours: readonly number[],
  counts: readonly number[],
): Html {
  const all = counts.reduce((sum, count) => sum + count, 0)
  const most = Math.max(1, ...counts)
  return html`<figure>
<figcaption>${label} <b>${words.number(all)}</b></figcaption>
<svg class="bars" viewBox="0 0 ${counts.length * step} ${height}" preserveAspectRatio="none" role="img" aria-label="${words.bars(label, all)}">
${counts.map((count, index) => {
  // Zero is a thin line, and small values are slightly higher.
  const tall = count === 0 ? 1 : Math.max(3, Math.round((count / most) * height))
  return html`<rect x="${index * step + 1}" y="${height - tall}" width="${step - 2}" height="${tall}"${count === 0 && html` class="empty"`}><title>${words.hour(hours[index] ?? 0, count)}</title></rect>`
})}
</svg>
</figure>`
}

const maxRanked = 8

/** Renders a bar for each reason, the most frequent first. */
export function rankedBars(
  words: Text['admin']['overview'],
  ranked: readonly { reason: string; count: number }[],
  inWords: (reason: string) => string,
): Html {
  const most = ranked[0]?.count ?? 1
  return html`<ul class="ranked">
${ranked.slice(0, maxRanked).map(
  ({ reason, count }) => html`<li><span>${inWords(reason)}</span> <b>${words.number(count)}</b>
<svg class="bars" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true"><rect x="0" y="0" width="${Math.max(1, Math.round((100 * count) / most))}" height="4"/></svg></li>`,
)}
</ul>`
}
