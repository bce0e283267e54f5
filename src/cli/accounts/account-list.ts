import { listAccounts } from '../../domain/accounts/find.ts'
import type { Context } from '../../domain/context.ts'
import { parseUuid } from '../../lib/crypto/uuid.ts'
import { shownAccount } from '../../present/account.ts'
import type { Output } from '../line/output.ts'
import { readOption, rowLimit } from '../line/read-option.ts'
import { withReadOnlyContext } from '../line/with-context.ts'

/** Pages are small enough to hold in memory, and large enough that round trips do not matter. */
const pageSize = 500

const lastId = { allowed: 'a UUID: the id of the last account of the previous page', read: parseUuid }

interface Given {
  search: string | undefined
  suspended: boolean | undefined
  limit: string | undefined
  after: string | undefined
}

interface AccountQuery {
  search: string | undefined
  isSuspended: boolean
  limit: number
  /** The id of the last account of the previous page. */
  after: string
}

export async function list(given: Given, output: Output): Promise<void> {
  const wanted = {
    search: given.search,
    isSuspended: given.suspended === true,
    limit:
      given.limit === undefined ? Number.POSITIVE_INFINITY : readOption('--limit', given.limit, rowLimit),
    after: given.after === undefined ? '' : readOption('--after', given.after, lastId),
  }
  await withReadOnlyContext(output, async (context) => {
    const rows = accounts(context, wanted, (last) => {
      output.note(`There are more accounts: add "--after ${last}" for the next ones.`)
    })
    await output.list(rows, { id: 32, username: 21, email: 32, language: 8, suspended: 0 })
  })
}

/** Yields the wanted accounts, reading them in pages. Calls `onMore` with the last id if the limit leaves some out. */
async function* accounts(context: Context, wanted: AccountQuery, onMore: (last: string) => void) {
  let { after, limit: left } = wanted
  for (;;) {
    // One more than wanted tells if there are more.
    const size = Math.min(pageSize, left + 1)
    const page = await listAccounts(context, { ...wanted, after, limit: size })
    const shown = page.slice(0, left)
    yield* shown.map(shownAccount)
    left -= shown.length
    after = shown.at(-1)?.id ?? after
    if (page.length > shown.length) onMore(after)
    if (page.length > shown.length || page.length < size) return
  }
}
