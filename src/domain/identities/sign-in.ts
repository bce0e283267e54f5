import { digest } from '../../lib/crypto/digest.ts'
import { clientNetwork } from '../../lib/net/address.ts'
import { accountActor } from '../../model/accounts/actor.ts'
import { setProviderUsed } from '../../storage/community/providers.ts'
import { credentialsByKey } from '../../storage/limits/logins.ts'
import { linkedIdentity, setIdentityUsed } from '../../storage/sign-in/linked-identities.ts'
import {
  completeSignIn,
  digestOfLogin,
  type PasswordProved,
  type SignedIn,
  type SignInDeps,
} from '../sign-in/sign-in.ts'
import { followGroups, type SaidGroups } from './memberships.ts'
import type { Newcomer } from './newcomer.ts'

/**
 * Returns the account to which somebody at a provider is linked, or the proof that waits for the code of its second
 * factor, and undefined if there is none. Throws Refused `account_suspended`.
 */
export async function signInAsLinked(
  context: SignInDeps,
  { provider, identity }: { provider: SaidGroups['provider']; identity: Newcomer },
  address: string,
): Promise<SignedIn | PasswordProved | undefined> {
  const { clock, db } = context
  const { subject, username, email } = identity
  const linked = await linkedIdentity(db, provider.name, subject)
  if (!linked) return undefined
  const network = clientNetwork(address)
  const asking = { network, login: digest(`identity:${provider.name}:${subject}`) }
  const { row, levels } = await credentialsByKey(db, { column: 'id', value: linked.account_id }, asking)
  if (!row) return undefined
  await setIdentityUsed(db, provider.name, subject, clock(), username ?? null, email ?? null)
  await setProviderUsed(db, provider.name, clock())
  const said = { provider, subject, values: identity.groups }
  await followGroups(context, accountActor(row, address), said, row)
  await context.keys.upTo(row.keys_revision)
  if (row.totp_secret !== null) return { row, login: digestOfLogin(context, row.username) }
  return { account: await completeSignIn(context, row, levels, network), row, address }
}
