// Charts drawn as SVG, without scripts or inline styles, each with its numbers as a table.
import { type Html, html } from '../../../../lib/text/html.ts'
import type { Text } from '../../../context/text.ts'

export interface Chart {
  /** The name of the figure. */
  label: string
  /** The whole chart in words. */
  title: string
  /** The heading of the column that says when. */
  when: string
  /** The parts, the oldest first. `name` is what stands below the axis and in the table. */
  parts: readonly { name: string; count: number }[]
}

// The units of the picture, of which a phone shows about one a pixel.
const width = 360
const height = 150
const left = 40
const top = 18
const bottom = 128
const plotWidth = width - left - 4

/** Renders bars with an axis, and their sum above. */
export function bars({ figures: words, overview: { number } }: Text['admin'], chart: Chart): Html {
  const { label, title, parts } = chart
  const counts = parts.map(({ count }) => count)
  const [all, most] = [counts.reduce((sum, count) => sum + count, 0), Math.max(...counts)]
  const end = scaleOf(most)
  const step = plotWidth / parts.length
  const x = (part: number) => round(left + part * step)
  const y = (count: number) => round(bottom - (count / end) * (bottom - top))
  const bar = ({ name, count }: Chart['parts'][number], part: number) => {
    // Zero has no bar, and small values are slightly higher.
    const begin = Math.min(y(count), bottom - 2)
    return (
      count > 0 &&
      html`<path d="M${x(part)} ${begin}h${round(step * 0.8)}V${bottom}h-${round(step * 0.8)}z"><title>${words.part(name, count)}</title></path>`
    )
  }
  return html`<figure>
<figcaption>${label} <b>${number(all)}</b></figcaption>
<svg class="chart" viewBox="0 0 ${width} ${height}" role="img"><title>${title}</title>
${[0, end / 2, end].map((tick) => html`<path class="line" d="M${left} ${y(tick)}H${width}"/><text x="${left - 5}" y="${y(tick) + 4}" text-anchor="end">${number(tick)}</text>`)}
${parts.map(bar)}
${most > 0 && peak(number(most), counts.indexOf(most), x(counts.indexOf(most)) + step * 0.4, y(most), parts.length)}
${[0, Math.floor(parts.length / 2), parts.length - 1].map((part, place) => html`<text x="${[left, x(part), width][place]}" y="${height - 5}" text-anchor="${anchors[place]}">${parts[part]?.name}</text>`)}
</svg>
${numbers(words, label, [chart.when, label], parts.map(({ name, count }) => [name, number(count)] as const).toReversed())}
</figure>`
}

const anchors = ['start', 'middle', 'end'] as const

const round = (value: number): number => Math.round(value * 10) / 10

/** Writes the highest value above its bar, within the picture. */
function peak(value: string, part: number, x: number, y: number, parts: number): Html {
  const place = part < parts / 8 ? 0 : part >= parts - parts / 8 ? 2 : 1
  return html`<text class="peak" x="${place === 2 ? width : round(x)}" y="${y - 4}" text-anchor="${anchors[place]}">${value}</text>`
}

/** Returns the end of an axis: the next number of one digit. Half of it is a number, too. */
function scaleOf(most: number): number {
  if (most <= 2) return 2
  const unit = 10 ** Math.floor(Math.log10(most))
  return [1, 2, 4, 6, 8, 10].map((times) => times * unit).find((end) => end >= most && end % 2 === 0) ?? most
}

/** Renders the numbers behind a picture, folded: the first cell of each row is its head. */
export const numbers = (
  words: Text['admin']['figures'],
  label: string,
  heads: readonly string[],
  rows: readonly (readonly [head: string, ...cells: readonly string[]])[],
): Html => html`<details class="numbers"><summary>${words.asTable}</summary>
<div role="region" aria-label="${label}" tabindex="0">
<table>
<thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>
${rows.map(([head, ...cells]) => html`<tr><th scope="row">${head}</th>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>\n`)}</tbody>
</table>
</div>
</details>`

const maxRanked = 8

/** Renders a bar for each of a list, the longest first. */
export function rankedBars<Item extends { count: number }>(
  words: Text['admin']['overview'],
  ranked: readonly Item[],
  nameOf: (item: Item) => Html | string,
  max = maxRanked,
): Html {
  const most = Math.max(1, ranked[0]?.count ?? 1)
  return html`<ul class="ranked">
${ranked.slice(0, max).map(
  (item) => html`<li><span>${nameOf(item)}</span> <b>${words.number(item.count)}</b>
<svg class="bars" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true"><rect x="0" y="0" width="${item.count === 0 ? 0 : Math.max(1, Math.round((100 * item.count) / most))}" height="4"/></svg></li>`,
)}
</ul>`
}
