import { disableSecondFactor, enableSecondFactor } from '../../domain/sign-in/second-factor.ts'
import { shownAccount } from '../../present/account.ts'
import { writeCommand } from '../line/with-context.ts'
import { commandActor } from './command-actor.ts'
import { namedAccount } from './named-account.ts'
import { qrCode } from './qr-code.ts'

export const enable = writeCommand(async (context, given: { account: string }, output) => {
  const account = await namedAccount(context, given.account)
  const enabled = await enableSecondFactor(context, commandActor(), account)
  output.object(enabled)
  output.picture(() => qrCode(enabled.uri))
})

export const disable = writeCommand(async (context, given: { account: string }, output) => {
  const account = await namedAccount(context, given.account)
  await disableSecondFactor(context, commandActor(), account)
  output.object(shownAccount(account), `${account.username} now signs in with the password alone.`)
})
