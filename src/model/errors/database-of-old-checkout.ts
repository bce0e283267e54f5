/** The last commit with the migrations from before 0.2.0. */
export const lastCommitBefore020 = 'fd0b4f6e'

/** Thrown if a checkout from before 0.2.0 made the database, and did not bring it to the last schema from before. */
export class DatabaseOfOldCheckout extends Error {
  override name = 'DatabaseOfOldCheckout'

  constructor(newest: string) {
    super(
      `the database was made by a checkout from before 0.2.0 (its newest migration is ${newest}): start commit ${lastCommitBefore020} on it once ("git checkout ${lastCommitBefore020}", "npm ci", "npm start"), stop it, then start this version`,
    )
  }
}
