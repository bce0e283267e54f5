import type { Account } from '../../model/accounts/account.ts'
import { Refused } from '../../model/errors/refusal.ts'
import type { ReadContext, TokenContext } from '../context.ts'
import { type SignedIn, stillProved } from './sign-in.ts'

/** The number of attempts for an account whose credentials keep ending during the sign-in. */
const maxIssues = 10

/**
 * Issues a credential for somebody who has just signed in. `issue` returns undefined if the account's credentials have
 * ended since it was read. A concurrent signout ends earlier credentials, but not this sign-in.
 */
export async function issueTo<Issued>(
  context: ReadContext & TokenContext,
  signedIn: SignedIn,
  issue: (account: Account) => Promise<Issued | undefined>,
): Promise<Issued> {
  let proved: SignedIn | undefined = signedIn
  for (let issues = 0; proved && issues < maxIssues; issues++) {
    const issued = await issue(proved.account)
    if (issued !== undefined) return issued
    proved = await stillProved(context, proved)
    // The credentials may have ended because a key was stolen, which must not sign the next one.
    if (proved) await context.keys.reload()
  }
  // The password was changed while it was being checked.
  throw new Refused('credentials_invalid', { about: signedIn.account })
}
