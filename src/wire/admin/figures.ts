// /figures: how many players come over a month or a year, as "norn figures" shows it.
import { Type } from 'typebox'
import { figures } from '../../domain/figures/figures.ts'
import { shownFigures } from '../../present/figures.ts'
import { type AdminApi, Instant, Nullable, word } from './api.ts'

const Count = Type.Integer({ minimum: 0 })
const Sum = Type.Object({
  total: Count,
  before: Type.Integer({ minimum: 0, description: 'Of the period before, which is as long.' }),
})
const Period = Type.Enum(['month', 'year'], { description: '30 days, or 52 weeks.' })

const FiguresAnswer = Type.Object({
  period: Period,
  server: Nullable(Type.String({ description: 'The game server of the joins; null for all joins.' })),
  playing: Type.Object(
    { count: Count, isMore: Type.Boolean({ description: 'True if there are more, who were not counted.' }) },
    { description: 'The players who play now, as their games report.' },
  ),
  joins: Sum,
  accounts: Sum,
  hoursOfWeek: Type.Array(Count, {
    minItems: 168,
    maxItems: 168,
    description: 'The joins of four weeks by the hour of the week in UTC, from Monday 00:00.',
  }),
  servers: Type.Array(Type.Object({ name: Type.String(), title: Type.String(), joins: Count }), {
    description: 'The game servers that asked last, at most 30, with their joins of 30 days, most first.',
  }),
  parts: Type.Array(Type.Object({ at: Instant, joins: Count, accounts: Count }), {
    description: 'Days, or weeks of a year, oldest first, from midnight in UTC; the last one has not ended.',
  }),
})

export function figuresRoutes({ app, context, reads }: AdminApi): void {
  app.get(
    '/figures',
    reads(
      'Joins and new accounts of 30 days or 52 weeks, of all processes',
      FiguresAnswer,
      ['malformed', 'unknown'],
      {
        querystring: Type.Object({
          period: Type.Optional(Period),
          server: Type.Optional(
            Type.String({ description: 'The name of a game server, for the joins below its root alone.' }),
          ),
        }),
      },
    ),
    async ({ query: { period = 'month', server } }) =>
      shownFigures(await figures(context, period, server === undefined ? undefined : word(server))),
  )
}
