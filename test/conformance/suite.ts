// Every module, tried on one database. Each signs in its own person in a fresh browser.
import { databases } from '../databases.ts'
import { type RunningService, startService, type TestAccount } from '../service.ts'
import { application } from '../wire/oauth2/oauth.ts'
import { basic } from './basic.ts'
import { discoveryEndpointVerification } from './config.ts'
import { device } from './device.ts'
import type { RelyingParty, ResponseMode } from './relying-party.ts'
import type { Result } from './result.ts'

export const plans = {
  'oidcc-config-certification-test-plan': ['oidcc-discovery-endpoint-verification'],
  'oidcc-basic-certification-test-plan': Object.keys(basic),
  'oidcc-formpost-basic-certification-test-plan': Object.keys(basic),
  'RFC 8628': Object.keys(device),
} as const

export type Plan = keyof typeof plans

export interface Suite {
  run(plan: Plan, module: string): Promise<Result>
  close(): Promise<void>
}

export async function startSuite(kind: keyof typeof databases): Promise<Suite> {
  const database = await databases[kind]()
  const settings = { NORN_BASE_URL: 'https://accounts.example.test' }
  const service = await startService(database.url, settings, { runs: true })
  const account = await service.account()
  const run: Record<Plan, (module: string) => Promise<Result>> = {
    'oidcc-config-certification-test-plan': () => discoveryEndpointVerification(service),
    'oidcc-basic-certification-test-plan': withRelyingParties(service, account, 'query'),
    'oidcc-formpost-basic-certification-test-plan': withRelyingParties(service, account, 'form_post'),
    'RFC 8628': (module) => known(device[module])(service, account),
  }
  return {
    run: (plan, module) => run[plan](module),
    close: async () => {
      await service.close()
      await database.drop()
    },
  }
}

function withRelyingParties(service: RunningService, account: TestAccount, mode: ResponseMode) {
  const newParty = async (name: string): Promise<RelyingParty> => {
    const redirectUri = `https://${name}.example.test/callback`
    return { service, account, mode, app: await application(service, { name, redirectUri }) }
  }
  return async (module: string) => known(basic[module])(await newParty('rp'), await newParty('other'))
}

function known<Module>(module: Module | undefined): Module {
  if (!module) throw new Error('there is no such module')
  return module
}
