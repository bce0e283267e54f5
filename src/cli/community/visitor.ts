import { integer } from '../../config/values.ts'
import {
  everyVisitor,
  findVisitor,
  listVisitors,
  purgeVisitors,
  releaseVisitorName,
  restoreVisitor,
  suspendVisitor,
} from '../../domain/neighbours/visitors.ts'
import { latestRefusals } from '../../domain/operation/neighbour-figures.ts'
import { shownRefusal, shownVisitor } from '../../present/visitor.ts'
import { commandActor } from '../accounts/command-actor.ts'
import type { Output } from '../line/output.ts'
import { readInstant, readOption } from '../line/read-option.ts'
import { readCommand, withReadOnlyContext, writeCommand } from '../line/with-context.ts'

interface Listed {
  neighbour: string | undefined
  limit: string | undefined
  after: string | undefined
}

export async function list({ neighbour, limit = '50', after }: Listed, output: Output): Promise<void> {
  const size = readOption('--limit', limit, integer(1, 1000, 50))
  await withReadOnlyContext(output, async (context) => {
    const page = { limit: size + 1, ...(neighbour && { neighbour }), ...(after && { after }) }
    const found = await listVisitors(context, page)
    const rows = found.slice(0, size).map(shownVisitor)
    await output.list(rows, { name: 21, neighbour: 16, state: 9, joins: 6, lastSeen: 24, id: 0 })
    const last = rows.at(-1)
    if (found.length > size && last) output.note(`There are more: --after ${last.id}`)
  })
}

export const show = readCommand(async (context, { visitor }: { visitor: string }, output) => {
  output.object(shownVisitor(await findVisitor(context, visitor)))
})

export const refused = readCommand(async (context, _: object, output) => {
  const rows = (await latestRefusals(context)).map(shownRefusal)
  await output.list(rows, { at: 24, server: 32, name: 21, reason: 0 })
})

interface Suspension {
  visitor: string
  reason: string | undefined
  until: string | undefined
}

export const suspend = writeCommand(async (context, given: Suspension, output) => {
  const { reason, until: text } = given
  const until = text === undefined ? undefined : readInstant(text)
  const visitor = await findVisitor(context, given.visitor)
  output.object(shownVisitor(await suspendVisitor(context, commandActor(), visitor, { reason, until })))
})

export const restore = writeCommand(async (context, given: { visitor: string }, output) => {
  const visitor = await findVisitor(context, given.visitor)
  output.object(shownVisitor(await restoreVisitor(context, commandActor(), visitor)))
})

export const release = writeCommand(async (context, { name }: { name: string }, output) => {
  const id = await releaseVisitorName(context, commandActor(), name)
  output.object({ name, id }, `${name} was released: anybody can take it now.`)
})

async function* linesOf(visitors: ReturnType<typeof everyVisitor>): AsyncGenerator<string> {
  for await (const visitor of visitors) yield JSON.stringify(shownVisitor(visitor))
}

export const exportAll = readCommand(
  async (context, { neighbour }: { neighbour: string | undefined }, output) => {
    await output.lines(linesOf(everyVisitor(context, neighbour)))
  },
)

export const purge = writeCommand(async (context, { neighbour }: { neighbour: string }, output) => {
  const visitors = await purgeVisitors(context, commandActor(), neighbour)
  output.object({ neighbour, visitors }, `${visitors} visitors of ${neighbour} were deleted.`)
})
