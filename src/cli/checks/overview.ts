import { lastDay } from '../../domain/figures/overview.ts'
import { shownDay } from '../../present/day.ts'
import { readCommand } from '../line/with-context.ts'

export const overview = readCommand(async (context, _: object, output) => {
  const found = shownDay(await lastDay(context))
  if (output.json) return output.object(found)
  await output.list(found.hours, { at: 24, signIns: 8, joins: 8 })
  if (found.refusals.length === 0) return
  output.text('')
  await output.list(found.refusals, { reason: 28, count: 0 })
})
