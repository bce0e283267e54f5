import { createLink } from '../../domain/sign-in/links.ts'
import type { LinkPurpose } from '../../model/accounts/link.ts'
import { shownLink } from '../../present/link.ts'
import { UsageError } from '../line/command.ts'
import type { Output } from '../line/output.ts'
import { readInstant } from '../line/read-option.ts'
import { withContext } from '../line/with-context.ts'
import { commandActor } from './command-actor.ts'
import { namedAccount } from './named-account.ts'
import { qrCode } from './qr-code.ts'

export async function create(
  given: { account: string; for: LinkPurpose; expires: string | undefined },
  output: Output,
): Promise<void> {
  const expiresAt = given.expires === undefined ? undefined : readInstant(given.expires, '--expires')
  if (expiresAt === null) throw new UsageError('--expires is "never", but a link ends within 30 days')
  await withContext(output, async (context) => {
    const account = await namedAccount(context, given.account)
    const link = await createLink(context, commandActor(), account, { purpose: given.for, expiresAt })
    const shown = shownLink(link, context.config.baseUrl)
    output.object(shown)
    output.picture(() => qrCode(shown.url))
  })
}
