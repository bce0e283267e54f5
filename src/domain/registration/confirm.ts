import { accountActor } from '../../model/actor.ts'
import { digestOfLink } from '../../model/credential.ts'
import { Refused } from '../../model/refusal.ts'
import { UniqueViolation } from '../../storage/database.ts'
import { useInvite } from '../../storage/invites.ts'
import { deleteRegistration, registrationByDigest, takeRegistration } from '../../storage/registrations.ts'
import { newAccountRow } from '../accounts/account-row.ts'
import type { Context } from '../context.ts'
import { addAccount, newAccountId } from './add-account.ts'

type Needed = Pick<Context, 'clock' | 'config' | 'db' | 'random'>

/** The name that waits for this link; undefined for a dead one. */
export async function waitingName(
  { clock, db }: Pick<Context, 'clock' | 'db'>,
  token: string,
): Promise<string | undefined> {
  return (await registrationByDigest(db, digestOfLink('register', token), clock()))?.username
}

/**
 * Makes the account that waits for this link. Throws Refused `link_dead`, and `username_taken` or `email_taken`
 * where somebody has it since, by a command or a new name: then the link is dead too.
 */
export async function confirmRegistration(context: Needed, token: string, address: string): Promise<void> {
  const { clock, db } = context
  const digest = digestOfLink('register', token)
  try {
    await db.transaction(async (tx) => {
      const waiting = await takeRegistration(tx, digest, clock())
      if (!waiting) throw new Refused('link_dead')
      const { username, email, password_hash: passwordHash, language, invite_id } = waiting
      const id = await newAccountId(context, tx, username)
      const account = {
        id,
        username,
        email,
        isEmailConfirmed: true,
        passwordHash,
        language,
        totpSecret: null,
        createdAt: clock(),
      }
      await addAccount(context, tx, accountActor({ id, username }, address), newAccountRow(account))
      if (invite_id !== null) await useInvite(tx, invite_id)
    })
  } catch (error) {
    if (!(error instanceof UniqueViolation)) throw error
    await deleteRegistration(db, digest)
    throw new Refused(/email/.test(error.key) ? 'email_taken' : 'username_taken', { cause: error })
  }
}
