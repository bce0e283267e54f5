/** A text has a NUL or half a character in it: PostgreSQL has no place for the one, and neither database for the other. */
export class UnstorableText extends Error {
  override name = 'UnstorableText'

  constructor() {
    super('a text that contains a NUL or half of a surrogate pair cannot be stored')
  }
}
