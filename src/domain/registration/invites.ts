import type { Actor } from '../../model/actor.ts'
import { Refused } from '../../model/refusal.ts'
import { deleteInvite, insertInvite, invites } from '../../storage/accounts/invites.ts'
import type { InviteRow } from '../../storage/schema/schema.ts'
import { change } from '../change.ts'
import type { Changing, Context } from '../context.ts'
import { requireGroups } from '../groups/groups.ts'
import type { Keep } from '../idempotency.ts'

export interface Invite {
  /** Tells it from others, and lets nobody register. */
  id: string
  code: string
  /** How many may still register with it. */
  uses: number
  /** Epoch milliseconds; null where it has no end. */
  expiresAt: number | null
  /** Whoever registers with it is a member of this group; null for none. */
  group: string | null
}

/** How many may register with one at most. */
export const maxInviteUses = 1_000_000

const codeBytes = 9

const toInvite = ({ id, code, uses, expires_at, group_name }: InviteRow): Invite => ({
  id,
  code,
  uses,
  expiresAt: expires_at,
  group: group_name,
})

/** Masks an invite for read-only tokens: the start of its code identifies it and is useless on its own. */
export const maskedInvite = (invite: Invite): Invite => ({ ...invite, code: `${invite.code.slice(0, 4)}…` })

export interface NewInvite {
  uses: number
  expiresAt: number | null
  group?: string | null | undefined
}

/** Throws Refused `group_unknown`. */
export async function createInvite(
  context: Changing,
  by: Actor,
  { uses, expiresAt, group = null }: NewInvite,
  keep?: Keep<Invite>,
): Promise<Invite> {
  const { clock, random } = context
  const row = {
    id: random.uuid(),
    // Of letters and digits alone: a code that begins with `-` would be an option of a command line.
    code: random.bytes(codeBytes).toString('hex'),
    uses,
    created_at: clock(),
    expires_at: expiresAt,
    group_name: group,
  }
  const invite = toInvite(row)
  return change(context, by, async (tx) => {
    await requireGroups(tx, group === null ? [] : [group])
    await insertInvite(tx, row)
    await keep?.(tx, invite)
    return {
      events: [{ event: 'invite.created', account: null, details: { id: row.id } }],
      result: invite,
    }
  })
}

/** The newest first; those that are used up too, until they expire or are revoked. */
export async function listInvites({ db }: Pick<Context, 'db'>): Promise<Invite[]> {
  return (await invites(db)).map(toInvite)
}

/** Who has registered with it before may still confirm his e-mail. Throws Refused `invite_unknown`. */
export async function revokeInvite(context: Changing, by: Actor, code: string): Promise<void> {
  await change(context, by, async (tx) => {
    const gone = await deleteInvite(tx, code)
    if (!gone) throw new Refused('invite_unknown')
    return { events: [{ event: 'invite.deleted', account: null, details: { id: gone.id } }] }
  })
}
