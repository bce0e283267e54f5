// /bans: networks that may not look up profiles, as "norn ban" has them.
import { Type } from 'typebox'
import { addBan, bansAfter, removeBan } from '../../domain/operation/bans.ts'
import { banFields } from '../../model/fields/ban.ts'
import { shownBan } from '../../present/ban.ts'
import { type AdminApi, actorOf, Closed, created, Instant } from './api.ts'
import { answeredFields, newFields, readFields } from './fields.ts'
import { pageOf } from './lists.ts'

const BanAnswer = Type.Object({
  ip: Type.String({ description: 'An IPv4 address, the /64 of an IPv6 one, or a network.' }),
  since: Instant,
  ...answeredFields(banFields),
  automatic: Type.Boolean(),
})

const NewBan = Closed({ ip: Type.String({ minLength: 1, maxLength: 64 }), ...newFields(banFields) })

export function banRoutes({ app, context, lists, ends, creates }: AdminApi): void {
  app.get('/bans', lists('The bans in force, by address', BanAnswer), ({ query }) =>
    pageOf(query, 'network', (page) => bansAfter(context, page), shownBan),
  )

  app.post(
    '/bans',
    creates(
      'Bans a client or a network from profile lookups',
      BanAnswer,
      ['malformed', 'instant_malformed'],
      { body: NewBan },
    ),
    (request, reply) =>
      created(context, request, reply, shownBan, async (by, keep) => {
        const given = readFields(banFields, request.body, context.clock())
        return addBan(context, by, request.body.ip, given, keep)
      }),
  )

  app.delete(
    '/bans/:ip',
    ends('Lifts a ban', 'It is lifted.', ['malformed', 'unknown'], {
      params: Type.Object({ ip: Type.String({ description: 'As in the list, with / written as %2F.' }) }),
    }),
    async (request) => {
      await removeBan(context, actorOf(request), request.params.ip)
    },
  )
}
