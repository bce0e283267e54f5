import { listAccounts } from '../../domain/accounts/find.ts'
import { readRows } from '../../model/records/lists.ts'
import { shownAccounts } from '../../present/account.ts'
import type { Output } from '../line/output.ts'
import { type GivenListOptions, readListOptions } from '../line/read-option.ts'
import { withReadOnlyContext } from '../line/with-context.ts'

interface Given extends GivenListOptions {
  search: string | undefined
  suspended: boolean | undefined
}

export async function list({ search, suspended, ...given }: Given, output: Output): Promise<void> {
  const wanted = readListOptions(given, output, Number.POSITIVE_INFINITY)
  await withReadOnlyContext(output, async (context) => {
    const rows = readRows(wanted, async (part) =>
      shownAccounts(
        context,
        await listAccounts(context, { search, isSuspended: suspended === true, ...part }),
      ),
    )
    await output.list(rows, { id: 32, username: 21, email: 32, language: 8, suspended: 0 })
  })
}
