// /overview: what an operator wants at a glance, as "norn overview" has it.
import { Type } from 'typebox'
import { overview } from '../../domain/operation/overview.ts'
import { shownDay } from '../../present/day.ts'
import { type AdminApi, Instant } from './api.ts'

const Count = Type.Integer({ minimum: 0 })

const OverviewAnswer = Type.Object({
  state: Type.Enum(['ready', 'away', 'not_writable'], { description: 'How the database is.' }),
  hours: Type.Array(Type.Object({ at: Instant, signIns: Count, joins: Count }), {
    description: 'The last 24, the oldest first; the last one goes on.',
  }),
  refusals: Type.Array(
    Type.Object({ reason: Type.String({ description: 'A word that stays.' }), count: Count }),
    { description: 'Of these hours, the most frequent first.' },
  ),
})

export function overviewRoutes({ app, context, reads }: AdminApi): void {
  app.get(
    '/overview',
    {
      schema: {
        summary: 'Sign-ins in launchers, joins and refusals of the last 24 hours, of all processes',
        response: { 200: OverviewAnswer },
      },
      config: reads(),
    },
    async () => shownDay(await overview(context)),
  )
}
