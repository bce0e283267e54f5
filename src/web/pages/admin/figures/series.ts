import type { Period, Series } from '../../../../domain/figures/periods.ts'
import type { Html } from '../../../../lib/text/html.ts'
import type { Text } from '../../../context/text.ts'
import { bars } from './charts.ts'

/** Renders a figure over a period. */
export function seriesChart({ admin }: Text, label: string, period: Period, { parts, total }: Series): Html {
  const { figures: words } = admin
  const most = Math.max(...parts.map(({ count }) => count))
  return bars(admin, {
    label,
    title: words.chart(label, words[period], total, most),
    when: period === 'year' ? words.weekHead : words.dayHead,
    parts: parts.map(({ at, count }) => ({ name: words.day(at), count })),
  })
}
