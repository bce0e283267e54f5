import { shownAccount } from '../domain/accounts/shown.ts'
import { disableSecondFactor, enableSecondFactor } from '../domain/sign-in/second-factor.ts'
import { commandActor } from './command-actor.ts'
import { namedAccount } from './named-account.ts'
import type { Output } from './output.ts'
import { qrCode } from './qr-code.ts'
import { withContext } from './with-context.ts'

export async function enable(given: { account: string }, output: Output): Promise<void> {
  await withContext(output, async (context) => {
    const account = await namedAccount(context, given.account)
    const enabled = await enableSecondFactor(context, commandActor(), account)
    output.object(enabled)
    output.picture(() => qrCode(enabled.uri))
  })
}

export async function disable(given: { account: string }, output: Output): Promise<void> {
  await withContext(output, async (context) => {
    const account = await namedAccount(context, given.account)
    await disableSecondFactor(context, commandActor(), account)
    output.object(shownAccount(account), `${account.username} now signs in with the password alone.`)
  })
}
