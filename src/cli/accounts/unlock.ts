import { isIP } from 'node:net'
import { unlockAccount } from '../../domain/sign-in/unlock.ts'
import { shownGuesses } from '../../present/guesses.ts'
import { UsageError } from '../line/command.ts'
import type { Output } from '../line/output.ts'
import { withContext } from '../line/with-context.ts'
import { commandActor } from './command-actor.ts'
import { namedAccount } from './named-account.ts'

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
    const rows = cleared.map(shownGuesses)
    await output.list(rows, { guesses: 25, network: 25, blockedUntil: 24 })
  })
}
