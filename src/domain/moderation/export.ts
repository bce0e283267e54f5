import { isoTime } from '../../lib/text/instant.ts'
import type { Account } from '../../model/accounts/account.ts'
import type { ReadContext } from '../context.ts'
import { ownReports } from './queue.ts'

/** Yields the reports that an account with all its players has made, the newest first. */
export async function* reportsData(context: ReadContext, account: Account) {
  for (let after: string | undefined; ; ) {
    const { reports, next } = await ownReports(context, account, after === undefined ? {} : { after })
    for (const { player, kind, hash, reason, at, state } of reports)
      yield { name: player.name, kind, hash: hash ?? null, reason, at: isoTime(at), state }
    if (next === undefined) return
    after = next
  }
}
