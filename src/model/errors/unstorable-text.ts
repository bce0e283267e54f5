/** Thrown if a text contains a NUL, which PostgreSQL can't store, or a lone surrogate, which no database can. */
export class UnstorableText extends Error {
  override name = 'UnstorableText'

  constructor() {
    super('a text that contains a NUL or half of a surrogate pair cannot be stored')
  }
}
