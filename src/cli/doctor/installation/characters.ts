import {
  accountsOfForeignPrimary,
  charactersWithoutAccount,
} from '../../../storage/accounts/all-characters.ts'
import type { Examined } from '../examined.ts'
import { type Findings, found, wrong } from '../finding.ts'

/**
 * Finds characters that no account signs in, and accounts whose email address signs in nobody. No statement of Norn makes
 * such a row, and the database keeps an account that has characters: somebody else has written there.
 */
export async function characters({ db }: Examined): Promise<Findings> {
  if (!db) return []
  const lost = await charactersWithoutAccount(db)
  const foreign = await accountsOfForeignPrimary(db)
  return found(
    lost.length > 0 &&
      wrong(
        `the account of these characters does not exist: ${lost.join(', ')}`,
        'another program has changed the table account; restore a backup from before',
      ),
    foreign.length > 0 &&
      wrong(
        `the primary player of these accounts is none of theirs: ${foreign.join(', ')}`,
        'name one with "norn character primary NAME"',
      ),
  )
}
