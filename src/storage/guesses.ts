import type { Database } from './database.ts'
import { reads, writes } from './database.ts'
import type { GuessRow } from './schema.ts'

const charge = writes(
  'charge_guess',
  `insert into guess (key, full_at) values ($1, cast($2 as bigint) + cast($3 as bigint))
   on conflict (key) do update set full_at =
     case when guess.full_at > cast($2 as bigint) then guess.full_at else cast($2 as bigint) end + cast($3 as bigint)`,
)

/** Takes `cost` milliseconds out of a budget; it may go into debt. */
export async function chargeGuess(db: Database, key: string, now: number, cost: number): Promise<void> {
  await db.run(charge, [key, now, cost])
}

const byKeys = reads<GuessRow>('guesses', 'select key, full_at from guess where key = any_of($1)')

export function guessesOf(db: Database, keys: readonly string[]): Promise<GuessRow[]> {
  return db.run(byKeys, [keys])
}
