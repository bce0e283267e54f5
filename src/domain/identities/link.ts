import type { Account } from '../../model/accounts/account.ts'
import type { Actor } from '../../model/accounts/actor.ts'
import { maxLinkedIdentities } from '../../model/community/provider.ts'
import { Refused } from '../../model/errors/refusal.ts'
import {
  identitiesOfAccount,
  insertLinkedIdentity,
  linkedIdentity,
  setIdentityUsed,
} from '../../storage/sign-in/linked-identities.ts'
import { offerIdentityUndo } from '../access/undo-identity.ts'
import { change, ifTaken } from '../change.ts'
import { lockedOwner } from '../characters/account-only.ts'
import type { ChangeContext, SecretContext } from '../context.ts'
import { identityEvent } from './add.ts'
import type { Newcomer } from './newcomer.ts'
import { requireProvider } from './offered.ts'

/** Somebody whom a provider has proved. */
interface LinkedAs {
  provider: Parameters<typeof requireProvider>[1]
  identity: Newcomer
}

/**
 * Links somebody at a provider to an account. If they are linked to it, only their name is stored. Throws Refused
 * `provider_gone`, `subject_linked`, `identity_another`, `identities_too_many`, `account_only`.
 */
export async function linkIdentity(
  context: ChangeContext & SecretContext,
  by: Actor,
  { id }: Pick<Account, 'id'>,
  { provider: linked, identity }: LinkedAs,
): Promise<void> {
  const about = { id }
  const { subject, username = null, email = null } = identity
  const provider = linked.name
  await change(context, by, async (tx) => {
    await requireProvider(tx, linked)
    await lockedOwner(tx, id)
    const now = context.clock()
    const owner = (await linkedIdentity(tx, provider, subject))?.account_id
    if (owner !== undefined && owner !== id) throw new Refused('subject_linked', { about })
    if (owner === id) {
      await setIdentityUsed(tx, provider, subject, now, username, email ?? null)
      return { events: [] }
    }
    const others = await identitiesOfAccount(tx, id)
    if (others.some((each) => each.provider === provider)) throw new Refused('identity_another', { about })
    if (others.length >= maxLinkedIdentities) throw new Refused('identities_too_many', { about })
    const row = {
      provider,
      subject,
      account_id: id,
      name: username,
      email,
      linked_at: now,
      last_sign_in_at: null,
    }
    await insertLinkedIdentity(tx, row)
    const sealToken = await offerIdentityUndo(context, tx, row)
    return { events: [{ ...identityEvent('account.linked', id, row), sealToken }] }
  }).catch(ifTaken('subject_linked'))
}
