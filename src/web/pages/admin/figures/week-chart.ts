import { type Html, html } from '../../../../lib/text/html.ts'
import { weekdaysIn } from '../../../../lib/text/intl.ts'
import type { SignedInPageContext } from '../../../context/page-context.ts'
import { numbers } from './charts.ts'
import { drawnOnce } from './drawn.ts'

const [left, top, across, down] = [40, 4, 13.3, 18]
const [width, height] = [360, 150]
/** The opacity of an hour, by its share of the busiest one. */
const shades = [0.2, 0.4, 0.6, 0.8, 1]
const hoursLabelled = [0, 6, 12, 18]

/** Renders the joins of each hour of the week, from Monday, as a picture and as a table. */
export const weekChart = (page: SignedInPageContext, counts: readonly number[]): Html =>
  drawnOnce(page.text, `week ${counts.join()}`, () => draw(page, counts))

function draw({ language, text }: SignedInPageContext, counts: readonly number[]): Html {
  const { figures: words, overview } = text.admin
  const days = weekdaysIn(language)
  const most = Math.max(1, ...counts)
  // One path for all hours of a shade: 168 elements would be most of the page.
  const shapes = shades.map(() => '')
  let empty = ''
  for (const [hour, count] of counts.entries()) {
    const cell = `M${Math.round((left + (hour % 24) * across) * 10) / 10} ${top + Math.floor(hour / 24) * down}h12v16h-12z`
    const shade = Math.ceil((count / most) * shades.length) - 1
    if (count === 0) empty += cell
    else shapes[shade] += cell
  }
  const rows = Array.from(
    { length: 24 },
    (_, hour) =>
      [`${hour}:00`, ...days.map((_day, day) => overview.number(counts[day * 24 + hour] ?? 0))] as const,
  )
  return html`<figure>
<figcaption>${words.week}</figcaption>
<svg class="chart" viewBox="0 0 ${width} ${height}" role="img"><title>${words.weekAbout}</title>
<path class="empty" d="${empty}"/>
${shapes.map((shape, shade) => shape !== '' && html`<path fill-opacity="${shades[shade]}" d="${shape}"/>`)}
${days.map((day, at) => html`<text x="${left - 5}" y="${top + at * down + 12}" text-anchor="end">${day}</text>`)}
${hoursLabelled.map((hour) => html`<text x="${Math.round(left + hour * across)}" y="${height - 5}">${hour}</text>`)}
</svg>
<p class="hint">${words.weekAbout}</p>
${numbers(words, words.week, [words.hourHead, ...days], rows)}
${most > 1 && html`<p class="hint">${words.busiest(days[Math.floor(counts.indexOf(most) / 24)] ?? '', counts.indexOf(most) % 24, overview.number(most))}</p>`}
</figure>`
}
