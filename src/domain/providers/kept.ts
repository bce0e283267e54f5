import type { Provider } from '../../model/community/provider.ts'
import { noSuch } from '../../model/errors/families.ts'
import { unusableHash } from '../../passwords/passwords.ts'
import { allProviders, providerByName } from '../../storage/community/providers.ts'
import type { Queries } from '../../storage/engine/database.ts'
import type { ProviderRow } from '../../storage/schema/rows/providers.ts'
import { lastingFailures } from '../../storage/sign-in/identity-questions.ts'
import { countIdentitiesOf, countOnlyWaysIn } from '../../storage/sign-in/linked-identities.ts'
import type { ReadContext } from '../context.ts'
import { toProvider } from './rows.ts'

/** The most accounts of a provider that are counted. */
export const maxCounted = 1000

/** A provider as operators see it. */
export interface KeptProvider extends Provider {
  /** The accounts that are linked to it, up to a thousand. */
  accounts: number
  hasBotToken: boolean
  lastSignInAt: number | null
  /** Why the last sign-in failed or, if it did not, why members could not be asked about for a day. */
  lastProblem: { at: number; problem: string } | null
}

/** Returns all providers in the order of their names. */
export async function listProviders({ db }: { db: Queries }): Promise<KeptProvider[]> {
  const [rows, failures] = [await allProviders(db), await lastingFailures(db)]
  return Promise.all(rows.map((row) => kept(db, row, failures)))
}

/** Finds a provider. Throws Refused `unknown`. */
export async function keptProvider(db: Queries, name: string): Promise<KeptProvider> {
  const row = await providerByName(db, name)
  if (!row) throw noSuch('provider')
  return kept(db, row, await lastingFailures(db))
}

/** Counts the accounts that would have no way in without a provider, up to a thousand. */
export const countLosing = (
  { config, db }: Pick<ReadContext, 'config' | 'db'>,
  name: string,
  queries: Queries = db,
): Promise<number> =>
  countOnlyWaysIn(queries, name, unusableHash, config.passwordSignIn === 'off' ? 1 : 0, maxCounted)

type Failures = Awaited<ReturnType<typeof lastingFailures>>

const kept = async (db: Queries, row: ProviderRow, failures: Failures): Promise<KeptProvider> => ({
  ...toProvider(row),
  accounts: await countIdentitiesOf(db, row.name, maxCounted),
  hasBotToken: row.bot_token !== null,
  lastSignInAt: row.last_sign_in_at,
  lastProblem: lastProblemOf(row, failures),
})

function lastProblemOf(row: ProviderRow, failures: Failures): KeptProvider['lastProblem'] {
  if (row.last_problem !== null) return { at: row.last_problem_at ?? 0, problem: row.last_problem }
  const lasting = failures.find(({ name }) => name === row.name)
  return lasting ? { at: lasting.since, problem: lasting.problem } : null
}
