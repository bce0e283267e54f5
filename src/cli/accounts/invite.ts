import { integer } from '../../config/values.ts'
import { createInvite, listInvites, maxInviteUses, revokeInvite } from '../../domain/registration/invites.ts'
import { shownInvite } from '../../present/invite.ts'
import type { Output } from '../line/output.ts'
import { readInstant, readOption } from '../line/read-option.ts'
import { readCommand, withContext, writeCommand } from '../line/with-context.ts'
import { commandActor } from './command-actor.ts'

export async function create(
  given: { uses: string | undefined; expires: string | undefined; group: string | undefined },
  output: Output,
): Promise<void> {
  const uses = readOption('--uses', given.uses ?? '1', integer(1, maxInviteUses, 1))
  const expiresAt = given.expires === undefined ? null : readInstant(given.expires, '--expires')
  await withContext(output, async (context) => {
    const { group } = given
    const invite = await createInvite(context, commandActor(), { uses, expiresAt, group })
    output.object(shownInvite(invite, context.config.baseUrl))
    const { registration } = context.config
    if (registration === 'closed' || (registration === 'open' && group === undefined)) {
      output.note(`note: nobody needs an invite while NORN_REGISTRATION is ${registration}`)
    }
  })
}

export const list = readCommand(async (context, _: object, output) => {
  const rows = (await listInvites(context)).map((invite) => shownInvite(invite, context.config.baseUrl))
  await output.list(rows, { code: 18, uses: 7, waiting: 7, expiresAt: 24, group: 12, url: 0 })
})

export const revoke = writeCommand(async (context, given: { code: string }, output) => {
  await revokeInvite(context, commandActor(), given.code)
  output.object({ code: given.code }, `The invite ${given.code} was revoked.`)
})
