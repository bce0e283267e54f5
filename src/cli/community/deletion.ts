import { listDeletions } from '../../domain/operation/deletions.ts'
import { undoDeletion } from '../../domain/operation/undo-deletion.ts'
import { shownDeletion } from '../../present/deletion.ts'
import { commandActor } from '../accounts/command-actor.ts'
import { readCommand, writeCommand } from '../line/with-context.ts'

export const list = readCommand(async (context, _: object, output) => {
  const rows = (await listDeletions(context)).map(shownDeletion)
  await output.list(rows, { id: 32, kind: 9, title: 24, name: 24, restorableUntil: 24 })
})

export const undo = writeCommand(async (context, given: { id: string }, output) => {
  const { kind, name, title } = await undoDeletion(context, commandActor(), given.id)
  output.object({ kind, name }, `${title} is back.`)
})
