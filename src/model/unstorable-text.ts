/** A text has a NUL or half a character in it: PostgreSQL has no place for the one, and neither database for the other. */
export class UnstorableText extends Error {
  override name = 'UnstorableText'

  constructor() {
    super('a text with a NUL or half a character in it can not be stored')
  }
}
