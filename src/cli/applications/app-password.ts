import { listAppPasswords, removeAppPassword } from '../../domain/tokens/app-passwords.ts'
import { shownAppPassword } from '../../present/app-password.ts'
import { commandActor } from '../accounts/command-actor.ts'
import { namedAccount } from '../accounts/named-account.ts'
import { readCommand, writeCommand } from '../line/with-context.ts'

export const list = readCommand(async (context, given: { account: string }, output) => {
  const appPasswords = await listAppPasswords(context, await namedAccount(context, given.account))
  await output.list(appPasswords.map(shownAppPassword), {
    id: 32,
    createdAt: 24,
    lastUsedAt: 24,
    address: 15,
    name: 0,
    launcher: 0,
  })
})

export const remove = writeCommand(async (context, given: { account: string; id: string }, output) => {
  const { id } = given
  const account = await namedAccount(context, given.account)
  await removeAppPassword(context, commandActor(), account, id)
  output.object({ id }, `The app password ${id} of ${account.username} has ended, and its tokens with it.`)
})
