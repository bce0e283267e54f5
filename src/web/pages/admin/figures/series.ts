import type { Period, Series } from '../../../../domain/figures/periods.ts'
import type { Html } from '../../../../lib/text/html.ts'
import type { Text } from '../../../context/text.ts'
import { bars } from './charts.ts'
import { drawnOnce } from './drawn.ts'

/** Renders a figure over a period. */
export function seriesChart(text: Text, label: string, period: Period, series: Series): Html {
  const { parts } = series
  const counts = parts.map(({ count }) => count).join()
  return drawnOnce(text, `${period} ${parts[0]?.at} ${counts} ${label}`, () =>
    draw(text, label, period, series),
  )
}

function draw({ admin }: Text, label: string, period: Period, { parts, total }: Series): Html {
  const { figures: words } = admin
  const most = Math.max(...parts.map(({ count }) => count))
  return bars(admin, {
    label,
    title: words.chart(label, words[period], total, most),
    when: period === 'year' ? words.weekHead : words.dayHead,
    parts: parts.map(({ at, count }) => ({ name: words.day(at), count })),
  })
}
