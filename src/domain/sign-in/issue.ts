import type { Account } from '../../model/account.ts'
import { Refused } from '../../model/refusal.ts'
import type { Context, Reading } from '../context.ts'
import { type SignedIn, stillProved } from './sign-in.ts'

/** Of somebody whose credentials end while he signs in, as often as somebody does that. */
const maxIssues = 10

/**
 * Issues a credential to whoever has just signed in; `issue` answers undefined where the account's credentials
 * have ended since it was read. A signout beside it ends the ones before, not the sign-in.
 */
export async function issueTo<Issued>(
  context: Reading & Pick<Context, 'keys'>,
  signedIn: SignedIn,
  issue: (account: Account) => Promise<Issued | undefined>,
): Promise<Issued> {
  let proved: SignedIn | undefined = signedIn
  for (let issues = 0; proved && issues < maxIssues; issues++) {
    const issued = await issue(proved.account)
    if (issued !== undefined) return issued
    proved = await stillProved(context, proved)
    // What ended them may have been the end of a stolen key, under which the next must not be signed.
    if (proved) await context.keys.reload()
  }
  // The password was changed while it was being checked.
  throw new Refused('credentials_invalid', { about: signedIn.account })
}
