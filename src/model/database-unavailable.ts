/** The database can't be reached, or did not answer in time. Asking again in a second makes sense. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable'
}
