import { createOneTimeLink } from '../../domain/sign-in/one-time-links.ts'
import type { OneTimeLinkPurpose } from '../../model/accounts/one-time-link.ts'
import { shownOneTimeLink } from '../../present/one-time-link.ts'
import { UsageError } from '../line/command.ts'
import type { Output } from '../line/output.ts'
import { readInstant } from '../line/read-option.ts'
import { withContext } from '../line/with-context.ts'
import { commandActor } from './command-actor.ts'
import { namedAccount } from './named-account.ts'
import { qrCode } from './qr-code.ts'

export async function create(
  given: { account: string; for: OneTimeLinkPurpose; expires: string | undefined },
  output: Output,
): Promise<void> {
  const expiresAt = given.expires === undefined ? undefined : readInstant(given.expires, '--expires')
  if (expiresAt === null) throw new UsageError('--expires is "never", but a link ends within 30 days')
  await withContext(output, async (context) => {
    const account = await namedAccount(context, given.account)
    const link = await createOneTimeLink(context, commandActor(), account, { purpose: given.for, expiresAt })
    const shown = shownOneTimeLink(link, context.config.baseUrl)
    output.object(shown)
    output.picture(() => qrCode(shown.url))
  })
}
