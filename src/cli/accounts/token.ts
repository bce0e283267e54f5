import { listTokens, revokeToken, revokeTokens } from '../../domain/tokens/held-tokens.ts'
import { isoTime } from '../../lib/text/instant.ts'
import { CommandRefused } from '../line/command.ts'
import type { Output } from '../line/output.ts'
import { readCommand, withContext } from '../line/with-context.ts'
import { commandActor } from './command-actor.ts'
import { namedAccount } from './named-account.ts'

export const list = readCommand(async (context, given: { account: string }, output) => {
  const tokens = await listTokens(context, await namedAccount(context, given.account))
  const rows = tokens.map(({ id, userAgent, address, ...times }) => ({
    id,
    userAgent,
    address,
    firstUsedAt: isoTime(times.firstUsedAt),
    lastUsedAt: isoTime(times.lastUsedAt),
    issuedAt: isoTime(times.issuedAt),
    expiresAt: isoTime(times.expiresAt),
  }))
  await output.list(rows, {
    id: 16,
    address: 15,
    firstUsedAt: 24,
    lastUsedAt: 24,
    expiresAt: 24,
    userAgent: 0,
  })
})

export async function revoke(
  given: { account: string; id: string | undefined },
  output: Output,
): Promise<void> {
  const { id } = given
  await withContext(output, async (context) => {
    const account = await namedAccount(context, given.account)
    if (id === undefined) {
      const revoked = await revokeTokens(context, commandActor(), account)
      output.object({ revoked }, `Revoked ${revoked} tokens of ${account.username}.`)
      return
    }
    if (!(await revokeToken(context, commandActor(), account, id))) {
      throw new CommandRefused(
        `${account.username} has no token ${JSON.stringify(id)}; "norn token list ${account.username}" shows all tokens`,
      )
    }
    output.object({ revoked: 1 }, `Revoked token ${id} of ${account.username}.`)
  })
}
