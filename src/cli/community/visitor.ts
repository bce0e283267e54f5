import { latestRefusals } from '../../domain/figures/neighbour-figures.ts'
import {
  everyVisitor,
  findVisitor,
  listVisitors,
  purgeVisitors,
  releaseVisitorName,
  restoreVisitor,
  suspendVisitor,
} from '../../domain/neighbours/visitors.ts'
import { visitorSuspensionFields } from '../../model/fields/suspension.ts'
import { readRows } from '../../model/records/lists.ts'
import { shownRefusal, shownVisitor } from '../../present/visitor.ts'
import { commandActor } from '../accounts/command-actor.ts'
import type { Values } from '../line/command.ts'
import { fromOptions } from '../line/field-options.ts'
import type { Output } from '../line/output.ts'
import { type GivenListOptions, readListOptions } from '../line/read-option.ts'
import { readCommand, withReadOnlyContext, writeCommand } from '../line/with-context.ts'

interface Listed extends GivenListOptions {
  neighbour: string | undefined
}

export async function list({ neighbour, ...given }: Listed, output: Output): Promise<void> {
  const wanted = readListOptions(given, output)
  await withReadOnlyContext(output, async (context) => {
    const rows = readRows(wanted, async (part) =>
      (await listVisitors(context, { ...part, neighbour })).map(shownVisitor),
    )
    await output.list(rows, { name: 21, neighbour: 16, state: 9, joins: 6, lastSeen: 24, id: 0 })
  })
}

export const show = readCommand(async (context, { visitor }: { visitor: string }, output) => {
  output.object(shownVisitor(await findVisitor(context, visitor)))
})

export const refused = readCommand(async (context, _: object, output) => {
  const rows = (await latestRefusals(context)).map(shownRefusal)
  await output.list(rows, { at: 24, server: 32, name: 21, reason: 0 })
})

export const suspend = writeCommand(async (context, given: Values & { visitor: string }, output) => {
  const fields = fromOptions(visitorSuspensionFields, given)
  const visitor = await findVisitor(context, given.visitor)
  output.object(shownVisitor(await suspendVisitor(context, commandActor(), visitor, fields)))
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
