// A character becomes an account of its own (docs/decisions/0133-joining-and-parting.md).
import { fold } from '../../lib/text/fold.ts'
import { type Account, isEmail } from '../../model/accounts/account.ts'
import type { Actor } from '../../model/accounts/actor.ts'
import { Refused } from '../../model/errors/refusal.ts'
import type { AuditEvent } from '../../model/records/audit.ts'
import { becomeAccount } from '../../storage/accounts/characters.ts'
import { endCredentials } from '../../storage/credentials/end-credentials.ts'
import { endSharingApart } from '../../storage/wardrobe/shared-textures.ts'
import { undressStrangers } from '../../storage/wardrobe/shelf-wearers.ts'
import { giveWardrobe } from '../../storage/wardrobe/wardrobe-textures.ts'
import { toAccount } from '../accounts/account-row.ts'
import { accountById, lockedPlayer } from '../accounts/find.ts'
import { change, ifTaken } from '../change.ts'
import type { ChangeContext } from '../context.ts'
import { notifyOwner } from '../mail.ts'
import { createOneTimeLinkIn, isOneTimeLinkGood, type MadeOneTimeLink } from '../sign-in/one-time-links.ts'

/** An account that was a character. */
interface Parted {
  account: Account
  /** The link by which its person chooses a password. Undefined if it is suspended, or nobody signs in with one here. */
  link: MadeOneTimeLink | undefined
}

/**
 * Makes a character an account without a password or groups. It keeps its UUID, names, textures, linked players and
 * suspension, and what its account kept for it; its tokens, grants and joins end, and what it wears of a group comes
 * off. Both addresses are told. Throws Refused `account_unknown`,
 * `not_a_character`, `owner_suspended`, `email_malformed`, `email_taken`.
 */
export async function partCharacter(
  context: ChangeContext,
  by: Actor,
  { id }: Pick<Account, 'id'>,
  { email }: { email?: string | undefined } = {},
): Promise<Parted> {
  if (email !== undefined && !isEmail(email)) throw new Refused('email_malformed')
  const link = await change(context, by, async (tx) => {
    const { row, account } = await lockedPlayer(tx, { id })
    const now = context.clock()
    const [before, owner] = [toAccount(row, now), toAccount(account, now)]
    if (row.owner_id === null) throw new Refused('not_a_character', { about: before })
    if (owner.suspension) throw new Refused('owner_suspended', { about: owner })
    await endCredentials(tx, id)
    await becomeAccount(tx, row, {
      email: email ?? null,
      email_folded: email === undefined ? null : fold(email),
    })
    await giveWardrobe(tx, account.id, id, id)
    await undressStrangers(tx, [id])
    await endSharingApart(tx, id, account.id)
    const events: AuditEvent[] = [
      { event: 'character.parted', account: id, details: {}, owner: before, isNoticed: true },
    ]
    await notifyOwner(context, tx, owner, { about: 'character_parted', name: row.username })
    await notifyOwner(context, tx, { ...before, email }, { about: 'parted' })
    if (before.suspension || !isOneTimeLinkGood(context, before, 'setup'))
      return { events, result: undefined }
    const made = await createOneTimeLinkIn(context, tx, by, { id }, { purpose: 'setup' })
    return { events: [...events, ...made.events], result: made.link }
  }).catch(ifTaken('email_taken'))
  return { account: await accountById(context, id), link }
}
