import type { ErrorTable } from '../../http/errors/error-table.ts'
import type { ErrorWords } from '../../http/errors/wire-error.ts'

/**
 * Returns the table of hasJoined below the root of a game server, where a key that is not good, even after too many of
 * them, is answered like a join that is not there: some plugins take any other answer for a yes, an error too.
 */
export const withNoForKeys = <Reason extends string, Words extends ErrorWords>(
  base: ErrorTable<Reason | 'join_unknown', Words>,
): ErrorTable<Reason | 'join_unknown', Words> => {
  const { inForm, own } = base
  const no = own.join_unknown
  return { own: { ...own, server_unknown: no, too_many_server_keys: no }, inForm, base }
}
