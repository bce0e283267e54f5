import { enableSecondFactor } from '../../src/domain/sign-in/second-factor.ts'
import { createAppPassword } from '../../src/domain/tokens/app-passwords.ts'
import { accountActor } from '../../src/model/accounts/actor.ts'
import { operator, type RunningService, type TestAccount } from '../service.ts'

/** An account with an authenticator app, whose `password` is an app password, as a launcher has it. */
export async function withAppPassword(service: RunningService): Promise<TestAccount> {
  const account = await service.account()
  await enableSecondFactor(service.context, operator, await service.stored(account))
  const stored = await service.stored(account)
  const by = accountActor(stored, '192.0.2.1')
  return { ...account, password: await createAppPassword(service.context, by, stored, 'launcher') }
}
