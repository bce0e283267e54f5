import { listTokens, revokeTokens } from '../domain/launcher-tokens.ts'
import { commandActor } from './command-actor.ts'
import { isoTime, namedAccount } from './named-account.ts'
import type { Output } from './output.ts'
import { withContext, withReadOnlyContext } from './with-context.ts'

export async function list(given: { account: string }, output: Output): Promise<void> {
  await withReadOnlyContext(output, async (context) => {
    const tokens = await listTokens(context, await namedAccount(context, given.account))
    const rows = tokens.map(({ id, issuedAt, expiresAt }) => ({
      id,
      issuedAt: isoTime(issuedAt),
      expiresAt: isoTime(expiresAt),
    }))
    await output.list(rows, { id: 16, issuedAt: 24, expiresAt: 24 })
  })
}

export async function revoke(given: { account: string }, output: Output): Promise<void> {
  await withContext(output, async (context) => {
    const account = await namedAccount(context, given.account)
    const revoked = await revokeTokens(context, commandActor(), account)
    output.object({ revoked }, `Revoked ${revoked} tokens of ${account.username}.`)
  })
}
