import {
  first,
  type Queries,
  reads,
  readsTogether,
  type Statement,
  type Transaction,
  type Value,
  writes,
} from './database.ts'

type Values = readonly Value[]

/** Runs a declared statement. `Given` are its `$1`, `$2` and so on; `Db` is `Transaction` for what needs one. */
type Run<Result, Given extends Values, Db extends Queries = Queries> = (
  db: Db,
  ...values: Given
) => Promise<Result>

// Each of these declares a statement and returns the function that runs it.

/** The function returns all rows. */
export function readsAll<Row, Given extends Values = []>(name: string, text: string): Run<Row[], Given> {
  const statement = reads<Row>(name, text)
  return (db, ...values) => db.run(statement, values)
}

/** The function returns the only row, or undefined. */
export function readsFirst<Row, Given extends Values>(
  name: string,
  text: string,
): Run<Row | undefined, Given> {
  const statement = reads<Row>(name, text)
  return (db, ...values) => first(db, statement, values)
}

/** For a read that very many requests need, with the types of its values. The function returns the only row, or undefined. */
export function readsFirstTogether<Row, Given extends Values>(
  name: string,
  types: readonly ('bigint' | 'text')[],
  text: string,
): Run<Row | undefined, Given> {
  const statement = readsTogether<Row>(name, types, text)
  return (db, ...values) => first(db, statement, values)
}

/** The function returns the only column of all rows. */
export const readsColumn = <Column, Given extends Values = []>(
  name: string,
  text: string,
): Run<Column[], Given> => columnOf(reads(name, text))

/** The function returns the only column of the only row, or undefined. */
export function readsValue<Column, Given extends Values = []>(
  name: string,
  text: string,
): Run<Column | undefined, Given> {
  const column = readsColumn<Column, Given>(name, text)
  return async (db, ...values) => (await column(db, ...values))[0]
}

/** The function returns the only column of the only row; 0 if that is null, or there is no row. */
export function readsNumber<Given extends Values = []>(name: string, text: string): Run<number, Given> {
  const value = readsValue<number | null, Given>(name, text)
  return async (db, ...values) => (await value(db, ...values)) ?? 0
}

/** The function returns true if there is a row. */
export const readsAny = <Given extends Values>(name: string, text: string): Run<boolean, Given> =>
  isAny(reads(name, text))

/** Declares a change that ends with `returning`. The function returns all rows. */
export function writesAll<Row, Given extends Values>(name: string, text: string): Run<Row[], Given> {
  const statement = writes<Row>(name, text)
  return (db, ...values) => db.run(statement, values)
}

/** Declares a change that ends with `returning` one column. The function returns it of all rows. */
export const writesColumn = <Column, Given extends Values>(
  name: string,
  text: string,
): Run<Column[], Given, Transaction> => columnOf(writes(name, text))

/** Declares a change that ends with `returning`. The function returns the only row, or undefined. */
export function writesFirst<Row, Given extends Values, Db extends Queries = Queries>(
  name: string,
  text: string,
): Run<Row | undefined, Given, Db> {
  const statement = writes<Row>(name, text)
  return (db, ...values) => first(db, statement, values)
}

/** Declares a change that ends with `returning`. The function returns true if it has changed a row. */
export const writesAny = <Given extends Values, Db extends Queries = Queries>(
  name: string,
  text: string,
): Run<boolean, Given, Db> => isAny(writes(name, text))

/** The function returns nothing. */
export function executes<Given extends Values, Db extends Queries = Queries>(
  name: string,
  text: string,
): Run<void, Given, Db> {
  const statement = writes(name, text)
  return async (db, ...values) => {
    await db.run(statement, values)
  }
}

/**
 * Returns a function that holds a lock until the transaction ends: any number, of which every Norn takes the same. On SQLite
 * only one transaction writes at a time anyway.
 */
export function locks(name: string, number: number): Run<void, [], Transaction> {
  const statement = reads(name, `select pg_advisory_xact_lock(${number})`)
  return async (tx) => {
    if (tx.dialect === 'postgres') await tx.run(statement, [])
  }
}

/** Returns a function that shares such a lock with others until the transaction ends. Only who `locks` it waits for them. */
export function sharesLock(name: string, number: number): Run<void, [], Transaction> {
  const statement = reads(name, `select pg_advisory_xact_lock_shared(${number})`)
  return async (tx) => {
    if (tx.dialect === 'postgres') await tx.run(statement, [])
  }
}

const isAny =
  (statement: Statement<unknown>): Run<boolean, Values> =>
  async (db, ...values) =>
    (await db.run(statement, values)).length > 0

const columnOf =
  <Column>(statement: Statement<object>): Run<Column[], Values> =>
  async (db, ...values) =>
    (await db.run(statement, values)).map((row) => Object.values(row)[0])
