import { allowUploads, suspendUploads } from '../../domain/moderation/uploads.ts'
import { shownUploads } from '../../present/account.ts'
import { commandActor } from '../accounts/command-actor.ts'
import { namedAccount } from '../accounts/named-account.ts'
import { UsageError } from '../line/command.ts'
import { writeCommand } from '../line/with-context.ts'

interface Given {
  account: string
  state: string
  reason: string | undefined
}

export const set = writeCommand(async (context, { account: named, state, reason }: Given, output) => {
  const allowed = state === 'on'
  if (allowed && reason !== undefined) throw new UsageError('--reason needs off')
  const player = await namedAccount(context, named)
  const account = allowed
    ? await allowUploads(context, commandActor(), player)
    : await suspendUploads(context, commandActor(), player, { reason })
  const sentence = allowed
    ? `${account.username} can upload skins and capes.`
    : `${account.username} cannot upload skins and capes, and can still play and wear them.`
  output.object({ id: account.id, username: account.username, ...shownUploads(account) }, sentence)
})
