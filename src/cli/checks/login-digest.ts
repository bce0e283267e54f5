import { fold } from '../../lib/text/fold.ts'
import { reading } from '../line/with-context.ts'

/** What the log shows in the place of this login, where no account has it. */
export const loginDigest = reading(async ({ loginDigests }, given: { login: string }, output) => {
  const digests = loginDigests.all(fold(given.login))
  output.object({ digests }, digests.join(' '))
})
