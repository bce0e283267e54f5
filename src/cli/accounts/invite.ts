import { showSetting } from '../../domain/operation/settings.ts'
import { createInvite, listInvites, revokeInvite } from '../../domain/registration/invites.ts'
import { inviteFields } from '../../model/fields/invite.ts'
import { shownInvite } from '../../present/invite.ts'
import type { Values } from '../line/command.ts'
import { fromOptions } from '../line/field-options.ts'
import type { Output } from '../line/output.ts'
import { readCommand, withContext, writeCommand } from '../line/with-context.ts'
import { commandActor } from './command-actor.ts'

export async function create(given: Values, output: Output): Promise<void> {
  const fields = fromOptions(inviteFields, given)
  await withContext(output, async (context) => {
    const invite = await createInvite(context, commandActor(), fields)
    output.object(shownInvite(invite, context.config.baseUrl))
    const { value: registration } = await showSetting(context, 'registration')
    if (registration === 'closed')
      output.note('note: nobody can register with it while registration is closed')
    if (registration === 'open' && invite.group === null)
      output.note('note: nobody needs an invite while registration is open')
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
