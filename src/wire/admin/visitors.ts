// /visitors: players of neighbours who have joined, as "norn visitor" has them.
import { Type } from 'typebox'
import { latestRefusals } from '../../domain/figures/neighbour-figures.ts'
import {
  findVisitor,
  listVisitors,
  purgeVisitors,
  releaseVisitorName,
  restoreVisitor,
  suspendVisitor,
} from '../../domain/neighbours/visitors.ts'
import { visitRefusals } from '../../model/errors/visit-refusal.ts'
import { visitorSuspensionFields } from '../../model/fields/suspension.ts'
import { shownRefusal, shownVisitor } from '../../present/visitor.ts'
import { type AdminApi, actorOf, Closed, Instant, Nullable, word } from './api.ts'
import { givenFields, readFields } from './fields.ts'
import { ListOf, ListQuery, linePattern, pageOf } from './lists.ts'

const VisitorAnswer = Type.Object({
  name: Type.String({ description: 'At the last join.' }),
  id: Type.String({ description: 'The UUID without hyphens.' }),
  neighbour: Type.String({ description: 'The id of the neighbour, which may have been removed.' }),
  state: Type.Enum(['known', 'suspended']),
  suspendedUntil: Type.Optional(Nullable(Instant)),
  suspensionReason: Type.Optional(Nullable(Type.String())),
  firstSeen: Instant,
  lastSeen: Instant,
  joins: Type.Integer(),
  account: Nullable(Type.String({ description: 'The UUID of the account that the player is linked to.' })),
})
const VisitorParams = Type.Object({
  id: Type.String({ description: 'The UUID, or the name and the neighbour as NAME@ID.' }),
})
const Refusals = Type.Object({
  refusals: Type.Array(
    Type.Object({
      at: Instant,
      server: Type.String({ description: 'The name of the game server.' }),
      name: Type.String(),
      reason: Type.Enum(visitRefusals),
    }),
    { description: 'The newest first, at most 50: the last one of each name at each game server.' },
  ),
})
const Search = Type.Object({
  ...ListQuery,
  neighbour: Type.Optional(
    Type.String({ maxLength: 16, pattern: linePattern, description: 'The id of one.' }),
  ),
})

export function visitorRoutes({ app, context, reads, changes, ends }: AdminApi): void {
  app.get(
    '/visitors',
    reads('The visitors, by UUID', ListOf(VisitorAnswer), ['malformed'], { querystring: Search }),
    ({ query: { neighbour = '', ...query } }) =>
      pageOf(
        query,
        'id',
        ({ limit, after = '' }) => listVisitors(context, { limit, after, neighbour }),
        shownVisitor,
      ),
  )

  app.get(
    '/visitors/refused',
    reads('The players of neighbours who were refused in the last 24 hours', Refusals, [], {}),
    async () => ({ refusals: (await latestRefusals(context)).map(shownRefusal) }),
  )

  app.get(
    '/visitors/:id',
    reads('A visitor', VisitorAnswer, ['unknown'], { params: VisitorParams }),
    async ({ params }) => shownVisitor(await findVisitor(context, params.id)),
  )

  app.post(
    '/visitors/:id/suspend',
    changes(
      'Lets a visitor join no more, under any name',
      VisitorAnswer,
      ['unknown', 'malformed', 'instant_malformed'],
      { params: VisitorParams, body: Closed(givenFields(visitorSuspensionFields)) },
    ),
    async (request) => {
      const given = readFields(visitorSuspensionFields, request.body, context.clock())
      const visitor = await findVisitor(context, request.params.id)
      return shownVisitor(await suspendVisitor(context, actorOf(request), visitor, given))
    },
  )

  app.post(
    '/visitors/:id/restore',
    changes('Ends the suspension of a visitor', VisitorAnswer, ['unknown'], {
      params: VisitorParams,
    }),
    async (request) => {
      const visitor = await findVisitor(context, request.params.id)
      return shownVisitor(await restoreVisitor(context, actorOf(request), visitor))
    },
  )

  app.delete(
    '/visitor-names/:name',
    ends('Frees the name of a visitor: anybody can take it', 'The name is free.', [], {
      params: Type.Object({ name: Type.String({ description: 'In any letter case.' }) }),
    }),
    async (request) => {
      await releaseVisitorName(context, actorOf(request), request.params.name)
    },
  )

  app.delete(
    '/neighbours/:id/visitors',
    ends(
      'Deletes all visitors of a neighbour, which may have been removed, with their names',
      'They are gone.',
      [],
      { params: Type.Object({ id: Type.String({ description: 'The id of the neighbour.' }) }) },
    ),
    async (request) => {
      await purgeVisitors(context, actorOf(request), word(request.params.id))
    },
  )
}
