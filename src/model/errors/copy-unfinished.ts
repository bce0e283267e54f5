/** Thrown if the database is the target of an unfinished copy, so that an unknown part of its data is missing. */
export class CopyUnfinished extends Error {
  override name = 'CopyUnfinished'

  constructor() {
    super(
      'the database holds an unfinished copy; run the same "norn copy" again, or use the database it was copied from',
    )
  }
}
