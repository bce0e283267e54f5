// Each of these declares a hot statement and returns the function that runs it on a database. `Given` are the values
// of `$1`, `$2` and so on. `Db` is `Transaction` for what makes sense only within one.
import { first, type Queries, reads, type Statement, type Value, writes } from './database.ts'

type Values = readonly Value[]

/** The function returns all rows. */
export function readsAll<Row, Given extends Values = []>(name: string, text: string) {
  const statement = reads<Row>(name, text)
  return (db: Queries, ...values: Given): Promise<Row[]> => db.run(statement, values)
}

/** The function returns the only row, or undefined. */
export function readsFirst<Row, Given extends Values>(name: string, text: string) {
  const statement = reads<Row>(name, text)
  return (db: Queries, ...values: Given): Promise<Row | undefined> => first(db, statement, values)
}

/** The function returns true if there is a row. */
export function readsAny<Given extends Values>(name: string, text: string) {
  return isAny<Given, Queries>(reads(name, text))
}

/** As `readsAll`, for a statement that ends with `returning`. */
export function writesAll<Row, Given extends Values>(name: string, text: string) {
  const statement = writes<Row>(name, text)
  return (db: Queries, ...values: Given): Promise<Row[]> => db.run(statement, values)
}

/** As `readsFirst`, for a statement that ends with `returning`. */
export function writesFirst<Row, Given extends Values, Db extends Queries = Queries>(
  name: string,
  text: string,
) {
  const statement = writes<Row>(name, text)
  return (db: Db, ...values: Given): Promise<Row | undefined> => first(db, statement, values)
}

/** As `readsAny`, for a statement that ends with `returning`: true if it has changed a row. */
export function writesAny<Given extends Values, Db extends Queries = Queries>(name: string, text: string) {
  return isAny<Given, Db>(writes(name, text))
}

/** The function returns nothing. */
export function executes<Given extends Values, Db extends Queries = Queries>(name: string, text: string) {
  const statement = writes(name, text)
  return async (db: Db, ...values: Given): Promise<void> => {
    await db.run(statement, values)
  }
}

const isAny =
  <Given extends Values, Db extends Queries>(statement: Statement<unknown>) =>
  async (db: Db, ...values: Given): Promise<boolean> =>
    (await db.run(statement, values)).length > 0
