import { minuteMs } from '../../lib/measure/units.ts'
import { type Queries, reads, type Statement, type Value, writes } from '../engine/database.ts'

// Each budget is one row: the instant at which it would be full again. It is charged before the work that it limits, in
// a single statement, so that concurrent callers on any number of instances get no more than it has.

/** `size` at once, and one more every `refillMs`. */
export interface Budget {
  size: number
  refillMs: number
  /** The debt that callers may make while it is spent, if another budget limits them. */
  debt?: number
}

/** A charge of one to a budget. */
export interface Taking {
  key: string
  budget: Budget
  /** True if the caller may owe it. */
  isOwing?: boolean
}

/** A difference between clocks, or a correction of a clock, up to this size is harmless. */
const clockSlackMs = minuteMs

interface Bounds {
  /** A row beyond this has no room for another charge. */
  roomUntil: number
  /** A row beyond this was written by a clock that was ahead, or with larger settings. */
  mostUntil: number
  /** Such a row is treated as almost spent: it allows one charge, which corrects it. */
  mendedTo: number
}

function boundsOf(now: number, { budget, isOwing = false }: Taking): Bounds {
  const { size, refillMs, debt = 0 } = budget
  return {
    roomUntil: now + (size - 1 + (isOwing ? debt : 0)) * refillMs,
    mostUntil: now + (size + debt) * refillMs + clockSlackMs,
    mendedTo: now + (size - 1) * refillMs,
  }
}

/** Returns the number of milliseconds until a budget with this row allows one charge, or 0 if it does so now. */
export function waitAt(fullAt: number, now: number, taking: Taking): number {
  const { roomUntil, mostUntil } = boundsOf(now, taking)
  return fullAt > mostUntil ? 0 : Math.max(0, fullAt - roomUntil)
}

const rowsOf = reads<{ key: string; full_at: number }>(
  'budgets_by_key',
  'select key, full_at from guess where key = any_of($1)',
)

/** Returns the number of milliseconds until each of the budgets allows one charge, or 0 if all do so now. */
export async function waitForAll(db: Queries, now: number, takings: readonly Taking[]): Promise<number> {
  const rows = await db.run(rowsOf, [takings.map(({ key }) => key)])
  const fullAt = new Map(rows.map((row) => [row.key, row.full_at]))
  return Math.max(0, ...takings.map((taking) => waitAt(fullAt.get(taking.key) ?? 0, now, taking)))
}

/** Returns the parameters of one row: its key and its numbers. */
const columnsOf = (place: number, width: number) =>
  Array.from({ length: width }, (_, index) => `$${2 + place * width + index}`)

const typed = (type: string, parameter: string | undefined) => `cast(${parameter} as ${type})`

/** Makes statements that write several rows, by their number, in the given order, so that no two can deadlock. */
function upsertOf(name: string, width: number, insert: (columns: string[]) => string, update: Update) {
  const made = new Map<number, Statement<{ key: string }>>()
  return (count: number): Statement<{ key: string }> => {
    const known = made.get(count)
    if (known) return known
    const rows = Array.from({ length: count }, (_, place) => columnsOf(place, width))
    const selects = rows.map(
      (columns, place) =>
        `select ${typed('text', columns[0])} as key, ${insert(columns)} as full_at, ${place} as place`,
    )
    const of = (index: number) =>
      `case guess.key ${rows.map((row) => `when ${row[0]} then ${typed('bigint', row[index])}`).join(' ')} end`
    const statement = writes<{ key: string }>(
      `${name}_${count}`,
      `insert into guess (key, full_at)
       select key, full_at from (${selects.join(' union all ')}) as written where true order by place
       on conflict (key) do update set ${update(of)} returning key`,
    )
    made.set(count, statement)
    return statement
  }
}

type Update = (of: (index: number) => string) => string

const now = typed('bigint', '$1')

const taking = upsertOf(
  'take_from_budgets',
  5,
  ([, refill]) => `${now} + ${typed('bigint', refill)}`,
  (of) => `full_at = ${of(1)} + case
      when guess.full_at > ${of(3)} then ${of(4)}
      when guess.full_at > ${now} then guess.full_at
      else ${now} end
     where guess.full_at <= ${of(2)} or guess.full_at > ${of(3)}`,
)

const givingBack = upsertOf(
  'give_back_to_budgets',
  2,
  () => now,
  (of) => `full_at = guess.full_at - ${of(1)}`,
)

const inOrder = (takings: readonly Taking[]): readonly Taking[] =>
  takings.toSorted((a, b) => (a.key < b.key ? -1 : 1))

/**
 * Charges one to each of the budgets, or to none. Then it returns the number of milliseconds until all of them allow
 * it.
 */
export async function take(db: Queries, at: number, takings: readonly Taking[]): Promise<number> {
  const ordered = inOrder(takings)
  const values = ordered.flatMap((each): Value[] => {
    const { roomUntil, mostUntil, mendedTo } = boundsOf(at, each)
    return [each.key, each.budget.refillMs, roomUntil, mostUntil, mendedTo]
  })
  const rows = await db.run(taking(ordered.length), [at, ...values])
  if (rows.length === ordered.length) return 0
  const taken = new Set(rows.map(({ key }) => key))
  await giveBack(
    db,
    at,
    ordered.filter(({ key }) => taken.has(key)),
  )
  return Math.max(
    1,
    await waitForAll(
      db,
      at,
      ordered.filter(({ key }) => !taken.has(key)),
    ),
  )
}

/** Charges like `take`, but refuses callers who keep asking for the price of a read. */
export async function takeAll(db: Queries, at: number, takings: readonly Taking[]): Promise<number> {
  return (await waitForAll(db, at, takings)) || take(db, at, takings)
}

/** Charges one to a single budget, like `takeAll`. */
export const takeFromBudget = (db: Queries, key: string, at: number, budget: Budget): Promise<number> =>
  takeAll(db, at, [{ key, budget }])

/** Refunds a `take` if the limited work was not done. */
export async function giveBack(db: Queries, at: number, takings: readonly Taking[]): Promise<void> {
  if (takings.length === 0) return
  const values = inOrder(takings).flatMap(({ key, budget }): Value[] => [key, budget.refillMs])
  await db.run(givingBack(takings.length), [at, ...values])
}
