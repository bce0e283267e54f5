import { listTokens, revokeTokens } from '../domain/launcher-tokens.ts'
import { isoTime, namedAccount } from './named-account.ts'
import type { Output } from './output.ts'
import { withServices } from './services.ts'

export async function list(given: { account: string }, output: Output): Promise<void> {
  await withServices(output, async (services) => {
    const tokens = await listTokens(services, await namedAccount(services, given.account))
    const rows = tokens.map(({ jti, issuedAt, expiresAt }) => ({
      jti,
      issuedAt: isoTime(issuedAt),
      expiresAt: isoTime(expiresAt),
    }))
    await output.list(rows, { jti: 32, issuedAt: 24, expiresAt: 24 })
  })
}

export async function revoke(given: { account: string }, output: Output): Promise<void> {
  await withServices(output, async (services) => {
    const account = await namedAccount(services, given.account)
    const revoked = await revokeTokens(services, account)
    output.one({ revoked }, `${revoked} tokens of ${account.username} are revoked.`)
  })
}
