/** The database is the target of a copy that has not ended: what is missing in it nobody can tell. */
export class CopyUnfinished extends Error {
  override name = 'CopyUnfinished'

  constructor() {
    super(
      'the database holds an unfinished copy; run the same "norn copy" again, or use the database it was copied from',
    )
  }
}
