// An adapter is somebody else's program: it may keep the accounts that it is given, and change them in place.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Account } from '../../kit/src/accounts.ts'
import type { Adapter } from '../../kit/src/adapter.ts'
import { type Checked, complaints, startChecked, tryKit } from './checked.ts'

let checked: Checked
before(async () => {
  checked = await startChecked()
})
after(() => checked.close())

/** Writes the new values into the account of the kit, gives the same object back, and spoils it later. */
function careless(adapter: Adapter): Adapter {
  const kept: Account[] = []
  const spoilKept = () => {
    for (const account of kept.splice(0)) Object.assign(account, { password: 'spoilt', name: 'Spoilt' })
  }
  const changing = async (account: Account, changed: Account | undefined) => {
    kept.push(account)
    return Object.assign(account, changed)
  }
  return {
    ...adapter,
    async createAccount() {
      spoilKept()
      const account = (await adapter.createAccount?.()) as Account
      kept.push(account)
      return account
    },
    changePassword: async (account) =>
      changing(account, await adapter.changePassword?.({ ...account })) as Promise<Account>,
    rename: async (account, name) =>
      changing(account, await adapter.rename?.({ ...account }, name)) as Promise<Account>,
    suspend: async (account) => {
      await adapter.suspend?.({ ...account })
      Object.assign(account, { login: '', password: '' })
    },
    removeAccount: async (account) => {
      await adapter.removeAccount?.({ ...account })
      for (const name of Object.keys(account)) delete (account as unknown as Record<string, unknown>)[name]
    },
  }
}

test('an adapter that writes into the accounts it is given does not make a right server wrong', async () => {
  const results = await tryKit(checked, {
    layout: 'authlib-injector',
    profiles: ['security'],
    adapter: careless(checked.adapter),
  })
  assert.deepEqual(complaints(results), [])
  const skipped = results.checks.filter(({ result }) => result === 'skipped')
  assert.deepEqual(
    skipped.map(({ id }) => id),
    [],
  )
})
