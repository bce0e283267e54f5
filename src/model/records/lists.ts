// Lists are shown and read part by part, on pages, by the API and by commands.

/** The number of rows in one part. */
export const rowsAtOnce = {
  /** A page stays below 60 kB with so many rows, however long they are. */
  page: 20,
  /** Sentences with two faces and a reason. */
  auditPage: 10,
  // Shorter rows.
  visitorsPage: 40,
  accountsPage: 25,
  deliveriesPage: 200,
  /** An answer of the API, if the query has no limit. */
  answer: 50,
  longestAnswer: 100,
  /** A command, without --limit. */
  command: 100,
  /** Read from the database: few enough to hold in memory, and so many that round trips do not matter. */
  reading: 500,
}

/** The cursor of a list is the id of the last row before the part. */
export interface ListPart {
  after?: string | undefined
  limit: number
}

type Read<Row> = (part: ListPart) => Promise<readonly Row[]>

/** Returns a part of a list, and the cursor of the next part if there is one. One more row is read, to learn that. */
export async function readPart<Row>(
  { after, limit }: ListPart,
  read: Read<Row>,
  cursorOf: (row: Row) => string,
): Promise<{ rows: readonly Row[]; next: string | undefined }> {
  const found = await read({ after, limit: limit + 1 })
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  return { rows, next: found.length > limit && last ? cursorOf(last) : undefined }
}

interface Wanted {
  after?: string | undefined
  /** All by default. */
  most?: number
  atOnce?: number
  /** Is called with the next cursor if rows are left. */
  onMore?: (next: string) => void
}

/** Yields the rows of a list, reading it part by part. */
export async function* readRows<Row extends { id: string }>(
  { after, most = Number.POSITIVE_INFINITY, atOnce = rowsAtOnce.reading, onMore }: Wanted,
  read: Read<Row>,
): AsyncGenerator<Row> {
  for (let [left, from] = [most, after]; ; ) {
    const part = { after: from, limit: Math.min(left, atOnce) }
    const { rows, next } = await readPart(part, read, ({ id }) => id)
    yield* rows
    left -= rows.length
    from = next
    if (next === undefined) return
    if (left <= 0) {
      onMore?.(next)
      return
    }
  }
}
