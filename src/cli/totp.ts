import { disableSecondFactor, enableSecondFactor } from '../domain/second-factor.ts'
import { namedAccount, shownAccount } from './named-account.ts'
import type { Output } from './output.ts'
import { withServices } from './services.ts'

export async function enable(given: { account: string }, output: Output): Promise<void> {
  await withServices(output, async (services) => {
    output.one(await enableSecondFactor(services, await namedAccount(services, given.account)))
  })
}

export async function disable(given: { account: string }, output: Output): Promise<void> {
  await withServices(output, async (services) => {
    const account = await namedAccount(services, given.account)
    await disableSecondFactor(services, account)
    output.one(shownAccount(account), `${account.username} signs in with the password alone.`)
  })
}
