import { publishTexture, refuseTexture } from '../../domain/library/review.ts'
import { keepReported } from '../../domain/moderation/keep.ts'
import { listReports } from '../../domain/moderation/queue.ts'
import { readRows } from '../../model/records/lists.ts'
import { shownReport } from '../../present/report.ts'
import { commandActor } from '../accounts/command-actor.ts'
import type { Output } from '../line/output.ts'
import { type GivenListOptions, readListOptions } from '../line/read-option.ts'
import { withReadOnlyContext, writeCommand } from '../line/with-context.ts'

interface Listed extends GivenListOptions {
  state: string | undefined
}

export async function list({ state, ...given }: Listed, output: Output): Promise<void> {
  const wanted = readListOptions(given, output)
  const only = state === 'open' || state === 'closed' ? state : undefined
  await withReadOnlyContext(output, async (context) => {
    const rows = readRows(wanted, async (part) =>
      (await listReports(context, { ...part, state: only })).map(shownReport),
    )
    await output.list(rows, { id: 32, kind: 4, name: 21, reporter: 21, state: 10, hash: 64, reason: 0 })
  })
}

export const close = writeCommand(async (context, { id }: { id: string }, output) => {
  await keepReported(context, commandActor(), id)
  output.object({ id }, 'The open reports of this texture are closed. Nothing else has changed.')
})

export const publish = writeCommand(async (context, { id }: { id: string }, output) => {
  await publishTexture(context, commandActor(), id)
  output.object({ id }, 'It is in the library.')
})

export const refuse = writeCommand(
  async (context, { id, note }: { id: string; note: string | undefined }, output) => {
    await refuseTexture(context, commandActor(), id, { note })
    output.object({ id }, 'It is not in the library. It stays in wardrobes.')
  },
)
