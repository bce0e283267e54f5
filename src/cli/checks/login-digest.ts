import { fold } from '../../lib/text/fold.ts'
import { readCommand } from '../line/with-context.ts'

/** Prints the digest that the log shows instead of a login that no account has. */
export const loginDigest = readCommand(async ({ loginDigests }, given: { login: string }, output) => {
  const digests = loginDigests.all(fold(given.login))
  output.object({ digests }, digests.join(' '))
})
