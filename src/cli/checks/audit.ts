import { findAccount } from '../../domain/accounts/find.ts'
import { auditLines, listAudit } from '../../domain/audit/list.ts'
import { type AuditProblem, verifyAudit } from '../../domain/audit/verify.ts'
import type { Context } from '../../domain/context.ts'
import { parseUuid } from '../../lib/crypto/uuid.ts'
import { isoTime, isoTimeOrNull } from '../../lib/text/instant.ts'
import { type AuditEventName, auditEvents, isAuditEvent } from '../../model/records/audit.ts'
import { readRows } from '../../model/records/lists.ts'
import { namedAccount } from '../accounts/named-account.ts'
import { CommandRefused, UsageError } from '../line/command.ts'
import type { Output } from '../line/output.ts'
import { type GivenListOptions, readListOptions } from '../line/read-option.ts'
import { withReadOnlyContext } from '../line/with-context.ts'

interface Given extends GivenListOptions {
  account: string | undefined
  event: string | undefined
}

export async function list(given: Given, output: Output): Promise<void> {
  const event = readEvent(given.event)
  const wanted = readListOptions(given, output)
  await withReadOnlyContext(output, async (context) => {
    const account = given.account === undefined ? undefined : await accountId(context, given.account)
    const rows = readRows(wanted, (part) => listAudit(context, { account, event, ...part }))
    await output.list(rows, {
      at: 24,
      event: 24,
      account: 32,
      actor: 24,
      address: 15,
      details: 0,
    })
  })
}

/** Also finds a deleted account by its UUID. */
const accountId = async (context: Context, text: string): Promise<string> =>
  (await findAccount(context, text))?.id ?? parseUuid(text) ?? (await namedAccount(context, text)).id

function readEvent(text: string | undefined): AuditEventName | undefined {
  if (text === undefined || isAuditEvent(text)) return text
  throw new UsageError(`--event is "${text}", but must be one of ${Object.keys(auditEvents()).join(', ')}`)
}

export async function exportLines(_: object, output: Output): Promise<void> {
  await withReadOnlyContext(output, (context) => output.lines(auditLines(context)))
}

const problems: Readonly<Record<AuditProblem['problem'], string>> = {
  entries_differ: 'an entry that it covers was changed, added or removed',
  seal_differs: 'it or an earlier one was changed',
  seals_missing: 'earlier ones were removed',
  last_seal_foreign: 'it is the last one, and was not made with this NORN_SECRET, or later ones were removed',
  entries_foreign: 'there are entries whose seal is missing',
  head_unknown:
    'no seal has the hash of --head: the log was replaced, or that seal is older than NORN_AUDIT_KEPT',
}

export async function verify({ head }: { head: string | undefined }, output: Output): Promise<void> {
  if (head !== undefined && !/^[0-9a-f]{64}$/.test(head)) {
    throw new UsageError('--head must be a head that "norn audit verify" printed: 64 hex digits')
  }
  await withReadOnlyContext(output, async (context) => {
    const verdict = await verifyAudit(context, head)
    const { seals, entries, unsealed } = verdict
    for (const { problem, seal, at } of verdict.problems) {
      const where = seal === null || at === null ? '' : `seal ${seal} of ${isoTime(at)}: `
      output.note(`${where}${problems[problem]}`)
    }
    const shown = verdict.problems.map((each) => ({ ...each, at: isoTimeOrNull(each.at) }))
    output.object(
      { seals, entries, unsealed, head: verdict.head, problems: shown },
      `Entries: ${entries}, seals: ${seals}, not sealed yet: ${unsealed}. Head: ${verdict.head ?? 'none'}`,
    )
    if (shown.length > 0) {
      throw new CommandRefused('the audit log was changed; compare it with an export or a backup')
    }
  })
}
