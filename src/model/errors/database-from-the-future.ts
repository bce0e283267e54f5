/** Thrown if a newer version of Norn has migrated the database: it has migrations that this program does not know. */
export class DatabaseFromTheFuture extends Error {
  override name = 'DatabaseFromTheFuture'
  readonly unknown: readonly string[]

  constructor(unknown: readonly string[]) {
    super(
      `the database was made by a newer version of Norn (it has ${unknown.join(', ')}): start that version or restore a backup`,
    )
    this.unknown = unknown
  }
}
