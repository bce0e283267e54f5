/** Thrown if the database can't be reached or does not answer in time. It may help to try again in a second. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable'
}
