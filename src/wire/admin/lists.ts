import { type TSchema, Type } from 'typebox'
import { type ListPart, readPart, rowsAtOnce } from '../../model/records/lists.ts'

/** A text that a database column can hold, on one line. */
export const linePattern =
  '^[^\\u0000-\\u001f\\u007f-\\u009f\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069]*$'

/** The query of every list. */
export const ListQuery = {
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: rowsAtOnce.longestAnswer,
      description: `The most items to return; ${rowsAtOnce.answer} by default.`,
    }),
  ),
  after: Type.Optional(
    Type.String({ maxLength: 128, pattern: linePattern, description: 'The `next` of the previous page.' }),
  ),
}

export const ListOf = <Item extends TSchema>(item: Item) =>
  Type.Object({
    items: Type.Array(item),
    next: Type.Union([Type.String({ description: 'For `after`; null on the last page.' }), Type.Null()]),
  })

interface Page<Item> {
  items: Item[]
  next: string | null
}

type PageQuery = Partial<Record<'limit', number | undefined>> & Pick<ListPart, 'after'>

/** Returns a page of items. `read` is asked for one more than the page has, to learn if there are more. */
export async function pageOf<Key extends string, Row extends Record<Key, string>, Item>(
  { limit = rowsAtOnce.answer, after }: PageQuery,
  key: Key,
  read: (part: ListPart) => Promise<readonly Row[]>,
  show: (row: Row) => Item,
): Promise<Page<Item>> {
  const { rows, next = null } = await readPart({ after, limit }, read, (row) => row[key])
  return { items: rows.map(show), next }
}

/** Returns a page of a list that is read as a whole, in the order of its keys. Operators alone make it longer. */
export const pageOfAll = <Key extends string, Row extends Record<Key, string>, Item>(
  wanted: PageQuery,
  key: Key,
  all: readonly Row[],
  show: (row: Row) => Item,
): Promise<Page<Item>> => {
  const read = async ({ limit, after = '' }: ListPart) =>
    all
      .filter((row) => row[key] > after)
      .toSorted((a, b) => (a[key] < b[key] ? -1 : 1))
      .slice(0, limit)
  return pageOf(wanted, key, read, show)
}
