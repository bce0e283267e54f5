// /visitors: players of neighbours who have joined, as "norn visitor" has them.
import { Type } from 'typebox'
import {
  findVisitor,
  listVisitors,
  purgeVisitors,
  releaseVisitorName,
  restoreVisitor,
  suspendVisitor,
} from '../../domain/neighbours/visitors.ts'
import { shownVisitor } from '../../present/visitor.ts'
import { Suspension } from './account-actions.ts'
import { type AdminApi, actorOf, Instant, Nullable, word } from './api.ts'
import { readEnd } from './instant.ts'
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
  account: Type.Null({ description: 'Visitors have no account so far.' }),
})
const VisitorParams = Type.Object({
  id: Type.String({ description: 'The UUID, or the name and the neighbour as NAME@ID.' }),
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
    reads(['fields_malformed'], {
      summary: 'The visitors, by UUID',
      querystring: Search,
      response: { 200: ListOf(VisitorAnswer) },
    }),
    ({ query: { neighbour = '', ...query } }) =>
      pageOf(
        query,
        ({ id }) => id,
        ({ limit, after = '' }) => listVisitors(context, { limit, after, neighbour }),
        shownVisitor,
      ),
  )

  app.get(
    '/visitors/:id',
    reads(['visitor_unknown'], {
      summary: 'A visitor',
      params: VisitorParams,
      response: { 200: VisitorAnswer },
    }),
    async ({ params }) => shownVisitor(await findVisitor(context, params.id)),
  )

  app.post(
    '/visitors/:id/suspend',
    changes(['visitor_unknown', 'fields_malformed', 'instant_malformed'], {
      summary: 'Lets a visitor join no more, under any name',
      params: VisitorParams,
      body: Suspension,
      response: { 200: VisitorAnswer },
    }),
    async (request) => {
      const { reason, until } = request.body
      const end = readEnd(until, context.clock(), 'until')
      const visitor = await findVisitor(context, request.params.id)
      return shownVisitor(await suspendVisitor(context, actorOf(request), visitor, { reason, until: end }))
    },
  )

  app.post(
    '/visitors/:id/restore',
    changes(['visitor_unknown'], {
      summary: 'Ends the suspension of a visitor',
      params: VisitorParams,
      response: { 200: VisitorAnswer },
    }),
    async (request) => {
      const visitor = await findVisitor(context, request.params.id)
      return shownVisitor(await restoreVisitor(context, actorOf(request), visitor))
    },
  )

  app.delete(
    '/visitor-names/:name',
    ends(['name_not_of_visitor'], {
      summary: 'Frees the name of a visitor: anybody can take it',
      params: Type.Object({ name: Type.String({ description: 'In any letter case.' }) }),
      done: 'The name is free.',
    }),
    async (request) => {
      await releaseVisitorName(context, actorOf(request), request.params.name)
    },
  )

  app.delete(
    '/neighbours/:id/visitors',
    ends([], {
      summary: 'Deletes all visitors of a neighbour, which may have been removed, with their names',
      params: Type.Object({ id: Type.String({ description: 'The id of the neighbour.' }) }),
      done: 'They are gone.',
    }),
    async (request) => {
      await purgeVisitors(context, actorOf(request), word(request.params.id))
    },
  )
}
