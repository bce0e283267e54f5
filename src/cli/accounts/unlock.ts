import { isIP } from 'node:net'
import { type ClearedBudget, unlockAccount } from '../../domain/sign-in/unlock.ts'
import { isoTime } from '../../lib/text/instant.ts'
import { UsageError } from '../line/command.ts'
import type { Output } from '../line/output.ts'
import { withContext } from '../line/with-context.ts'
import { commandActor } from './command-actor.ts'
import { namedAccount } from './named-account.ts'

const words: Readonly<Record<ClearedBudget['kind'], string>> = {
  login: 'passwords',
  addressAtLogin: 'passwords from an address',
  reserve: 'passwords in reserve',
  codes: 'codes',
  address: 'passwords at all accounts',
}

export async function unlock(
  { account, address }: { account: string; address: string | undefined },
  output: Output,
): Promise<void> {
  if (address !== undefined && isIP(address) === 0) {
    throw new UsageError(`--address is "${address}", but must be an IP address`)
  }
  await withContext(output, async (context) => {
    const cleared = await unlockAccount(
      context,
      commandActor(),
      await namedAccount(context, account),
      address,
    )
    const rows = cleared.map(({ kind, network, blockedUntil }) => ({
      guesses: words[kind],
      network: network ?? null,
      blockedUntil: blockedUntil === undefined ? null : isoTime(blockedUntil),
    }))
    await output.list(rows, { guesses: 25, network: 25, blockedUntil: 24 })
  })
}
