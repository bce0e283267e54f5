// /overview: the state of the service at a glance, as "norn overview" shows it.
import { Type } from 'typebox'
import { overview } from '../../domain/figures/overview.ts'
import { shownDay } from '../../present/day.ts'
import { type AdminApi, Instant } from './api.ts'

const Count = Type.Integer({ minimum: 0 })

const OverviewAnswer = Type.Object({
  state: Type.Enum(['ready', 'away', 'not_writable'], { description: 'The state of the database.' }),
  hours: Type.Array(Type.Object({ at: Instant, signIns: Count, joins: Count }), {
    description: 'The last 24 hours, oldest first; the last one has not ended.',
  }),
  refusals: Type.Array(
    Type.Object({ reason: Type.String({ description: 'A stable word.' }), count: Count }),
    { description: 'In these hours, the most frequent first.' },
  ),
})

export function overviewRoutes({ app, context, reads }: AdminApi): void {
  app.get(
    '/overview',
    reads(
      'Sign-ins in launchers, joins and refusals of the last 24 hours, of all processes',
      OverviewAnswer,
      [],
      {},
    ),
    async () => shownDay(await overview(context)),
  )
}
