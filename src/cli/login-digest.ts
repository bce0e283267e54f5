import { fold } from '../lib/fold.ts'
import type { Output } from './output.ts'
import { withReadOnlyContext } from './with-context.ts'

/** What the log shows in the place of this login, where no account has it. */
export async function loginDigest(given: { login: string }, output: Output): Promise<void> {
  await withReadOnlyContext(output, async ({ loginDigests }) => {
    const digests = loginDigests.all(fold(given.login))
    output.object({ digests }, digests.join(' '))
  })
}
