import { figures as readFigures } from '../../domain/figures/figures.ts'
import type { Period } from '../../domain/figures/periods.ts'
import { shownFigures } from '../../present/figures.ts'
import { readCommand } from '../line/with-context.ts'

interface Given {
  period: Period | undefined
  server: string | undefined
}

const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']

export const figures = readCommand(async (context, { period = 'month', server }: Given, output) => {
  const found = shownFigures(await readFigures(context, period, server))
  if (output.json) return output.object(found)
  const { playing, joins, accounts, parts, hoursOfWeek, servers } = found
  output.object({
    playing: playing.isMore ? `more than ${playing.count}` : playing.count,
    joins: `${joins.total} (before: ${joins.before})`,
    accounts: `${accounts.total} (before: ${accounts.before})`,
  })
  output.text('')
  await output.list(parts, { at: 24, joins: 8, accounts: 8 })
  output.text('')
  const rows = Array.from({ length: 24 }, (_, hour) => ({
    hour,
    ...Object.fromEntries(days.map((day, at) => [day, hoursOfWeek[at * 24 + hour]])),
  }))
  await output.list(rows, { hour: 4, ...Object.fromEntries(days.map((day) => [day, 6])) })
  if (servers.length === 0) return
  output.text('')
  await output.list(servers, { name: 16, title: 20, joins: 8 })
})
