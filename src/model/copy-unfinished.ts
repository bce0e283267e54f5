/** The database is the target of a copy that has not ended: what is missing in it nobody can tell. */
export class CopyUnfinished extends Error {
  override name = 'CopyUnfinished'

  constructor() {
    super(
      'the database holds a copy that is not finished; run the same "norn copy" again, or use the database that it is a copy of',
    )
  }
}
