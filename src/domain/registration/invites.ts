import type { Actor } from '../../model/accounts/actor.ts'
import { digestOfBrowser, digestOfInvite } from '../../model/accounts/credential.ts'
import { newValues, noSuch } from '../../model/errors/families.ts'
import type { Changes, Values } from '../../model/fields/field.ts'
import { inviteFields } from '../../model/fields/invite.ts'
import {
  type CountedInviteRow,
  deleteInvite,
  insertInvite,
  invites,
  openedInvite,
} from '../../storage/accounts/invites.ts'
import { inviteCodePlace } from '../../storage/schema/encryption.ts'
import { change } from '../change.ts'
import { requireGroups } from '../community/groups.ts'
import type { ChangeContext, ReadContext, SecretContext } from '../context.ts'
import type { StoreAnswer } from '../idempotency.ts'

export interface Invite extends Values<typeof inviteFields> {
  /** Identifies the invite, but can't be used to register. */
  id: string
  code: string
  /** The number of people who have registered with it, but not confirmed their address. They reserve a use each. */
  waiting: number
}

const codeBytes = 9

const columnsOf = ({ uses, expiresAt, group }: Values<typeof inviteFields>) => ({
  uses,
  expires_at: expiresAt,
  group_name: group,
})

const toInvite = ({ id, code, uses, waiting, expires_at, group_name }: CountedInviteRow): Invite => ({
  id,
  code,
  uses,
  waiting,
  expiresAt: expires_at,
  group: group_name,
})

/** Masks an invite for read-only tokens. The beginning of its code identifies it, but can't be used on its own. */
export const maskedInvite = (invite: Invite): Invite => ({ ...invite, code: `${invite.code.slice(0, 4)}…` })

/** Creates an invite. Throws Refused `malformed`, `unknown`. */
export async function createInvite(
  context: ChangeContext & SecretContext,
  by: Actor,
  given: Changes<typeof inviteFields>,
  keep?: StoreAnswer<Invite>,
): Promise<Invite> {
  const fields = newValues(inviteFields, given)
  const { clock, random, secrets } = context
  // Hexadecimal, because a code that begins with `-` would look like a command line option.
  const code = random.bytes(codeBytes).toString('hex')
  const row = {
    id: random.uuid(),
    digest: digestOfInvite(code),
    created_at: clock(),
    ...columnsOf(fields),
  }
  const invite = { ...fields, id: row.id, code, waiting: 0 }
  return change(context, by, async (tx) => {
    await requireGroups(tx, fields.group === null ? [] : [fields.group])
    await secrets.lock(tx)
    await insertInvite(tx, { ...row, code: secrets.seal(inviteCodePlace(row.id), code) })
    await keep?.(tx, invite)
    return {
      events: [{ event: 'invite.created', account: null, details: { id: row.id } }],
      result: invite,
    }
  })
}

/** Returns the invites, the newest first. Those that are used up are included until they expire or are revoked. */
export async function listInvites({ clock, db, secrets }: ReadContext & SecretContext): Promise<Invite[]> {
  const rows = await invites(db, clock())
  return Promise.all(
    rows.map(async (row) =>
      toInvite({ ...row, code: await secrets.open(db, inviteCodePlace(row.id), row.code) }),
    ),
  )
}

/** Revokes an invite. Those who registered with it may still confirm. Throws Refused `unknown`. */
export async function revokeInvite(context: ChangeContext, by: Actor, code: string): Promise<void> {
  await change(context, by, async (tx) => {
    const gone = await deleteInvite(tx, digestOfInvite(code))
    if (!gone) throw noSuch('invite')
    return { events: [{ event: 'invite.deleted', account: null, details: { id: gone.id } }] }
  })
}

/** Matches the codes of this version and of older ones. */
const isCode = (text: string): boolean => /^[\w-]{1,64}$/.test(text)

/** The way in which an invite is dead for somebody. `reserved` may end: a registration that waits lasts a day. */
export type DeadInvite = 'unknown' | 'expired' | 'used' | 'reserved'

/** An invite as the people see it who have its link. */
export type OpenedInvite = { dead: DeadInvite } | { dead?: undefined; group: InvitedGroup | undefined }

/** The group that an invite leads into. */
export interface InvitedGroup {
  name: string
  title: string
}

/**
 * Returns the invite of a link that was opened in this browser. It tells strangers no more than the form does: a code has
 * 72 random bits.
 */
export async function openInvite(
  { clock, db }: ReadContext,
  { browser, code }: { browser: string; code: string },
): Promise<OpenedInvite> {
  const now = clock()
  const found = isCode(code)
    ? await openedInvite(db, digestOfInvite(code), now, digestOfBrowser(browser))
    : undefined
  if (!found) return { dead: 'unknown' }
  const { uses, waiting, expires_at, group_name: name, group_title: title } = found
  if (expires_at !== null && expires_at <= now) return { dead: 'expired' }
  if (uses === 0) return { dead: 'used' }
  if (waiting >= uses) return { dead: 'reserved' }
  return { group: name === null || title === null ? undefined : { name, title } }
}
