import type { Account } from '../accounts.ts'
import { Skipped } from '../outcome.ts'
import type { Trial } from '../trial.ts'

/** Does something with an account that is made for it and removed afterwards. */
export async function withAccount(trial: Trial, work: (account: Account) => Promise<void>): Promise<void> {
  const { adapter, client } = trial.world
  const account = await adapter.createAccount?.()
  if (!account) throw new Skipped('the adapter makes no accounts')
  client.secrets.add(account.password)
  try {
    await work(account)
  } finally {
    // What a check leaves behind must not hide what it has found.
    await adapter.removeAccount?.(account).catch(() => undefined)
  }
}
